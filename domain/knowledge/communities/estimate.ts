/** What a division would do, and what descriptions of its communities would take. Nothing but the counts of the job is written. */
import type { DividedCommunity } from '../../../engines/knowledge/communities/divide.ts';
import type { FormerCommunity } from '../../../engines/knowledge/communities/hierarchy.ts';
import { MOST_SENTENCES } from '../../../engines/knowledge/communities/summary.ts';
import type { Database } from '../../../platform/database/client.ts';
import { countOnce, readCounts } from '../../jobs/counts.ts';
import { lockInTurn } from '../cognify/turns.ts';
import type { Turn } from '../cognify/turns.ts';
import { documentOfLayer } from '../layers.ts';
import type { Layer } from '../layers.ts';

interface LayerDivision {
  readonly layer: Layer;
  /** The row of the layer. */
  readonly row: string;
  readonly former: readonly FormerCommunity[];
  readonly divided: readonly DividedCommunity[];
  /** The digests that descriptions are of, by community; `null` when none are to be written. */
  readonly described: ReadonlyMap<string, string> | null;
}

/** Counts in one transaction what the division of a layer would change. Repeated, it changes nothing. */
export async function countDivision(database: Database, turn: Turn, division: LayerDivision): Promise<void> {
  const { layer, row, former, divided, described } = division;
  const all = withParts(divided);
  const continued = new Set(all.flatMap((community) => community.former ?? []));
  const added = all.filter((community) => community.former === null).length;
  const due = described === null ? [] : all.filter((one) => described.get(one.former ?? '') !== one.digest);
  const { chunks, tokens } = await chunksOf(database, layer);
  const passages = due.length * Math.min(MOST_SENTENCES, chunks);
  await database.db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    await countOnce(statements, turn.jobId, `layer ${row}`, {
      communities: all.length,
      communities_added: added,
      communities_changed: all.filter(({ isUnchanged }) => !isUnchanged).length - added,
      communities_removed: withParts(former).filter(({ id }) => !continued.has(id)).length,
      description_calls: due.length,
      description_passages: passages,
      description_tokens: Math.ceil(passages * tokens),
    });
  });
}

function withParts<C extends { readonly parts: readonly C[] }>(communities: readonly C[]): C[] {
  return communities.flatMap((community) => [community, ...withParts(community.parts)]);
}

/** How many chunks a layer has, and the mean of their tokens: which ones a summary would quote is not known before it is made. */
async function chunksOf({ db }: Database, layer: Layer): Promise<{ chunks: number; tokens: number }> {
  const [sums] = await db.$queryRaw<{ chunks: number; tokens: number }[]>`
    SELECT count(*)::int AS chunks, coalesce(avg(chunk.tokens), 0)::float8 AS tokens
    FROM knowledge_chunk chunk JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE ${documentOfLayer(layer)}`;
  return sums ?? { chunks: 0, tokens: 0 };
}

/** The sums of all layers that the job has counted. */
export async function descriptionSums(
  database: Database,
  jobId: string,
): Promise<{ calls: number; passages: number; tokens: number }> {
  const counts = await readCounts(database, jobId);
  return {
    calls: counts['description_calls'] ?? 0,
    passages: counts['description_passages'] ?? 0,
    tokens: counts['description_tokens'] ?? 0,
  };
}
