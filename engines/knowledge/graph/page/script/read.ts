/** The blocks of JSON that the page carries. */
import type { PageLink, PageNode, PagePassage, PagePassages, PageSummary } from '../data.ts';

function block<T>(id: string): T | null {
  const text = document.getElementById(id)?.textContent ?? null;
  // The service wrote it: page.ts.
  return text === null ? null : (JSON.parse(text) as T);
}

export const nodes: readonly PageNode[] = block<PageNode[]>('nodes') ?? [];
export const summary = block<PageSummary>('summary');

/** The links, and of each the block that has its passages. */
export function readLinks(): { readonly links: readonly PageLink[]; readonly partOf: ReadonlyMap<string, number> } {
  const links: PageLink[] = [];
  const partOf = new Map<string, number>();
  for (let part = 0; ; part++) {
    const found = block<PageLink[]>(`links-${part}`);
    if (found === null) return { links, partOf };
    for (const link of found) {
      links.push(link);
      partOf.set(link.id, part);
    }
  }
}

const parsed = new Map<number, PagePassages>();

/** `null`: the page does not have them. */
export function passagesOf(link: string, part: number): readonly PagePassage[] | null {
  const known = parsed.get(part) ?? block<PagePassages>(`passages-${part}`) ?? {};
  parsed.set(part, known);
  return known[link] ?? null;
}
