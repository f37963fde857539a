/** The page of a graph: its file, the communities of its nodes, and with each fact the passages that state it. */
import type { FileLink, FileNode, GraphFile } from '../../../engines/knowledge/graph/graph.ts';
import { PAGE_SCRIPT, graphPage } from '../../../engines/knowledge/graph/page/page.ts';
import type { LinkWithPassages } from '../../../engines/knowledge/graph/page/page.ts';
import { passageOf } from '../../../engines/knowledge/graph/page/passage.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { Prisma } from '../../../platform/database/generated/client.ts';
import type { Accessor } from '../../access/policy.ts';
import { pageScript } from '../../../platform/page-script.ts';
import { nodeCommunities } from './communities.ts';

/** Passages of one fact, and characters of all: a page of 30,000 facts is within what a phone opens. */
const PASSAGES = 3;
const CHARACTERS = 16_000_000;

export async function graphPageText(
  database: Database,
  caller: Accessor,
  matching: Prisma.Sql,
  file: GraphFile,
): Promise<AsyncGenerator<string>> {
  const [script, { titles, ofNode }] = await Promise.all([
    pageScript(PAGE_SCRIPT),
    nodeCommunities(database, caller, file.dataset.id, matching, file.nodes),
  ]);
  const nodes = file.nodes.map((node): FileNode => {
    const community = ofNode.get(node.id);
    return community === undefined ? node : { ...node, community };
  });
  const links = withPassages(database, matching, file.links);
  return graphPage({ ...file, nodes, links, communities: titles }, script);
}

async function* withPassages(
  database: Database,
  matching: Prisma.Sql,
  parts: AsyncIterable<readonly FileLink[]>,
): AsyncGenerator<readonly LinkWithPassages[]> {
  let left = CHARACTERS;
  for await (const links of parts) {
    const evidence = left <= 0 ? [] : links.flatMap((link) => link.evidence.slice(0, PASSAGES));
    const texts = await chunkTexts(database, matching, [...new Set(evidence.map(({ chunk }) => chunk))]);
    yield links.map((link): LinkWithPassages => {
      if (left <= 0) return { ...link, passages: null };
      const passages = link.evidence.slice(0, PASSAGES).flatMap(({ chunk, start, end }) => {
        const text = texts.get(chunk);
        return text ? [passageOf(text.documentName, text.body, start, end)] : [];
      });
      for (const { before, stated, after } of passages) left -= before.length + stated.length + after.length;
      return { ...link, passages };
    });
  }
}

interface ChunkRow {
  readonly id: string;
  readonly body: string;
  /** As its reader knows it. */
  readonly documentName: string;
}

/** The policies are asked again: a document may have been closed since its facts were read. */
async function chunkTexts(
  { db }: Database,
  matching: Prisma.Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ChunkRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.$queryRaw<ChunkRow[]>`
    SELECT chunk.id::text, chunk.body, coalesce(document.label, document.title, document.document_id) AS "documentName"
    FROM knowledge_chunk chunk JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE chunk.id = ANY(${[...ids]}::bigint[]) AND ${matching}`;
  return new Map(rows.map((row) => [row.id, row]));
}
