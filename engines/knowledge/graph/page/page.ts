/**
 * The page of a graph: one file that loads nothing. Its policy allows its own script and style by their hashes, and the
 * worker that the script makes of itself; what documents bring in is JSON that cannot end its block, and the script
 * shows it as text.
 */
import { createHash } from 'node:crypto';
import { html } from '../../../report/html.ts';
import type { FileLink, GraphFile } from '../graph.ts';
import { NODES_OF_BLOCK } from './data.ts';
import type { PageLink, PageNode, PagePassage, PagePassages, PageSummary } from './data.ts';
import { SHELL } from './shell.ts';
import { STYLE } from './style.ts';

export interface LinkWithPassages extends FileLink {
  /** `null`: beyond the budget of the page. */
  readonly passages: readonly PagePassage[] | null;
}

export interface PageFile extends GraphFile<LinkWithPassages> {
  /** Passages that mention these nodes, which no link of the file touches. */
  readonly mentions: (nodes: readonly string[]) => Promise<PagePassages>;
}

/** What the browser runs, before it is one file. */
export const PAGE_SCRIPT = new URL('./script/main.ts', import.meta.url);

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page, in pieces; `script` is what {@link PAGE_SCRIPT} has become in one file. */
export async function* graphPage(file: PageFile, script: string): AsyncGenerator<string> {
  const safeScript = script.replaceAll('</script', String.raw`<\/script`).replaceAll('<!--', String.raw`<\!--`);
  const policy =
    `default-src 'none'; script-src ${hashOf(safeScript)}; style-src ${hashOf(STYLE)}; worker-src blob:; ` +
    `base-uri 'none'; form-action 'none'`;
  const head = html`<meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${file.dataset.name} · graph</title>`;
  yield `<!doctype html>\n<html lang="en"><head>${head.text}<style>${STYLE}</style></head><body>${SHELL}\n`;
  const nodes = file.nodes.map(({ id, label, type, sense, chunks, aliases, community }): PageNode => ({
    id,
    label: typeof sense === 'number' ? `${label} (${sense})` : label,
    type,
    chunks,
    aliases: aliases.map(({ name }) => name),
    community: community ?? null,
  }));
  yield block('nodes', nodes);
  let linksWithoutPassages = 0;
  let part = 0;
  const linked = new Set<string>();
  for await (const links of file.links) {
    const shown = links.map(({ id, source, target, predicate, evidence }): PageLink => ({
      id,
      source,
      target,
      predicate,
      places: evidence.length,
    }));
    const passages: PagePassages = Object.fromEntries(
      links.flatMap((link) => (link.passages === null ? [] : [[link.id, link.passages]])),
    );
    linksWithoutPassages += links.length - Object.keys(passages).length;
    yield block(`links-${part}`, shown) + block(`passages-${part}`, passages);
    part++;
    for (const { source, target } of links) linked.add(source).add(target);
  }
  const unlinked = file.nodes.map(({ id }) => id).filter((id) => !linked.has(id));
  for (let from = 0; from < unlinked.length; from += NODES_OF_BLOCK) {
    const mentions = await file.mentions(unlinked.slice(from, from + NODES_OF_BLOCK));
    yield block(`mentions-${from / NODES_OF_BLOCK}`, mentions);
  }
  const { nodes: nodesLeftOut, links: linksLeftOut } = file.leftOut();
  const { dataset, communities = [] } = file;
  const summary: PageSummary = { dataset: dataset.name, communities, nodesLeftOut, linksLeftOut, linksWithoutPassages };
  yield `${block('summary', summary)}<script>${safeScript}</script></body></html>\n`;
}

/** JSON that ends no element, opens no comment, and is one line to every reader. */
function block(id: string, value: object): string {
  const json = JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
  return `<script type="application/json" id="${id}">${json}</script>\n`;
}
