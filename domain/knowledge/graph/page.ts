/**
 * The page of a graph: its file, the communities of its nodes, with each fact the passages that state it, and those
 * that mention a node without facts.
 */
import type { FileLink, FileNode, PagePassages, LinkWithPassages } from '../../../engines/knowledge/graph/index.ts';
import { PAGE_SCRIPT, graphPage } from '../../../engines/knowledge/graph/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { Prisma } from '../../../platform/database/generated/client.ts';
import type { Accessor } from '../../access/policy.ts';
import { pageScript } from '../../../platform/page-script.ts';
import { nodeCommunities } from './communities.ts';
import type { ReadGraphFile } from './file.ts';
import { PageTexts } from './page-texts.ts';

/** Passages of one fact or node. */
const PASSAGES = 3;

export async function graphPageText(
  database: Database,
  caller: Accessor,
  matching: Prisma.Sql,
  file: ReadGraphFile,
): Promise<AsyncGenerator<string>> {
  const [script, { titles, ofNode }] = await Promise.all([
    pageScript(PAGE_SCRIPT),
    nodeCommunities(database, caller, file.dataset.id, matching, file.nodes),
  ]);
  const nodes = file.nodes.map((node): FileNode => {
    const community = ofNode.get(node.id);
    return community === undefined ? node : { ...node, community };
  });
  const texts = new PageTexts(database, matching);
  const links = withPassages(texts, file.links);
  const mentions = (of: readonly string[]): Promise<PagePassages> => mentioning(texts, file, of);
  return graphPage({ ...file, nodes, links, mentions, communities: titles }, script);
}

async function* withPassages(
  texts: PageTexts,
  parts: AsyncIterable<readonly FileLink[]>,
): AsyncGenerator<readonly LinkWithPassages[]> {
  for await (const links of parts) {
    const passages = await texts.passages(
      links.flatMap(({ id, evidence }) => evidence.slice(0, PASSAGES).map((place) => ({ ...place, of: id }))),
    );
    yield links.map((link): LinkWithPassages => ({ ...link, passages: passages.get(link.id) ?? null }));
  }
}

async function mentioning(texts: PageTexts, file: ReadGraphFile, nodes: readonly string[]): Promise<PagePassages> {
  if (texts.isFull) return {};
  const places = await file.places(nodes, PASSAGES);
  return Object.fromEntries(await texts.passages(places.map(({ node, ...place }) => ({ ...place, of: node }))));
}
