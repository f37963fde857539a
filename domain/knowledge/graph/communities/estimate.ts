/** What a division would do, and what descriptions of its communities would take. Nothing is written. */
import type { Division, FormerCommunity } from '../../../../engines/knowledge/communities/index.ts';
import { withParts, MOST_SENTENCES } from '../../../../engines/knowledge/communities/index.ts';
import type { Database } from '../../../../platform/database/client.ts';
import type { Found } from '../../../jobs/row-ranges.ts';
import { documentOfLayer } from '../../datasets/layers.ts';
import type { Layer } from '../../datasets/layers.ts';

interface LayerDivision {
  readonly layer: Layer;
  readonly former: readonly FormerCommunity[];
  readonly divided: Division;
  /** The digests that descriptions are of, by community; `null` when none are to be written. */
  readonly described: ReadonlyMap<string, string> | null;
}

/** Counts what the division of a layer would change. */
export async function estimateDivision(
  database: Database,
  { layer, former, divided, described }: LayerDivision,
): Promise<Found> {
  const all = withParts(divided.communities);
  const continued = new Set(all.flatMap((community) => community.former ?? []));
  const added = all.filter((community) => community.former === null).length;
  const due = described === null ? [] : all.filter((one) => described.get(one.former ?? '') !== one.digest);
  const { chunks, tokens } = await chunksOf(database, layer);
  const passages = due.length * Math.min(MOST_SENTENCES, chunks);
  return {
    communities: all.length,
    communities_added: added,
    communities_changed: all.filter(({ isUnchanged }) => !isUnchanged).length - added,
    communities_removed: withParts(former).filter(({ id }) => !continued.has(id)).length,
    description_calls: due.length,
    description_passages: passages,
    description_tokens: Math.ceil(passages * tokens),
  };
}

/**
 * How many chunks a layer has, and the mean of their tokens: which ones a summary would quote is not known before it is
 * made.
 */
async function chunksOf({ db }: Database, layer: Layer): Promise<{ chunks: number; tokens: number }> {
  const [sums] = await db.$queryRaw<{ chunks: number; tokens: number }[]>`
    SELECT count(*)::int AS chunks, coalesce(avg(chunk.tokens), 0)::float8 AS tokens
    FROM knowledge_chunk chunk JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE ${documentOfLayer(layer)}`;
  return sums ?? { chunks: 0, tokens: 0 };
}

/** Those of the descriptions, of the sums over layers. */
export function descriptionSums(found: Found): { calls: number; passages: number; tokens: number } {
  return {
    calls: found['description_calls'] ?? 0,
    passages: found['description_passages'] ?? 0,
    tokens: found['description_tokens'] ?? 0,
  };
}
