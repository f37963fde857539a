/** The blocks of JSON that the page carries. */
import { NODES_OF_BLOCK } from '../data.ts';
import type { PageLink, PageNode, PagePassage, PagePassages, PageSummary } from '../data.ts';

function block<T>(id: string): T | null {
  const text = document.getElementById(id)?.textContent ?? null;
  // The service wrote it: page.ts.
  return text === null ? null : (JSON.parse(text) as T);
}

export const nodes: readonly PageNode[] = block<PageNode[]>('nodes') ?? [];
export const summary = block<PageSummary>('summary');

export interface Links {
  readonly links: readonly PageLink[];
  /** The block that has the passages of a link. */
  readonly blockOfLink: ReadonlyMap<string, string>;
  /** The block that has the passages of a node without links. */
  readonly blockOfNode: ReadonlyMap<string, string>;
}

export function readLinks(): Links {
  const links: PageLink[] = [];
  const blockOfLink = new Map<string, string>();
  const linked = new Set<string>();
  for (let part = 0; ; part++) {
    const found = block<PageLink[]>(`links-${part}`);
    if (found === null) break;
    for (const link of found) {
      links.push(link);
      blockOfLink.set(link.id, `passages-${part}`);
      linked.add(link.source).add(link.target);
    }
  }
  const unlinked = nodes.filter(({ id }) => !linked.has(id));
  const blockOfNode = new Map(unlinked.map(({ id }, at) => [id, `mentions-${Math.floor(at / NODES_OF_BLOCK)}`]));
  return { links, blockOfLink, blockOfNode };
}

const parsed = new Map<string, PagePassages>();

/** Of a link or node, in a block. `null`: the page does not have them. */
export function passagesOf(id: string, name: string | undefined): readonly PagePassage[] | null {
  if (name === undefined) return null;
  const known = parsed.get(name) ?? block<PagePassages>(name) ?? {};
  parsed.set(name, known);
  return known[id] ?? null;
}
