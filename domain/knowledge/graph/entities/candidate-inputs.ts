/** A digest of everything that candidates are computed from: equal digests give equal candidates. */
import type { Database } from '../../../../platform/database/client.ts';
import type { Prisma } from '../../../../platform/database/generated/client.ts';

/**
 * A digest of the documents of a dataset that match (documents/filter.ts), of what was read in them, and of the
 * corrections. Each row that is written has another `xmin`: rows that come, change or go change their number or the
 * sum.
 */
export async function candidateInputsDigest(
  { db }: Database,
  datasetId: string,
  matching: Prisma.Sql,
): Promise<string> {
  const [found] = await db.$queryRaw<{ state: string }[]>`
    WITH readable AS MATERIALIZED (
      SELECT document.id, document.xmin::text::bigint AS written FROM knowledge_document document
      WHERE document.dataset_id = ${datasetId} AND ${matching}
    ), chunks AS MATERIALIZED (
      SELECT chunk.id, chunk.xmin::text::bigint AS written FROM readable
        JOIN knowledge_chunk chunk ON chunk.document_pk = readable.id
    )
    SELECT concat_ws(' ',
      (SELECT concat_ws('.', md5(string_agg(id::text, ',' ORDER BY id)), sum(written)) FROM readable),
      (SELECT concat_ws('.', count(*), sum(written)) FROM chunks),
      (SELECT concat_ws('.', count(*), sum(mention.xmin::text::bigint))
        FROM chunks JOIN knowledge_mention mention ON mention.chunk_id = chunks.id),
      (SELECT concat_ws('.', count(*), sum(alias.xmin::text::bigint)) FROM chunks
        JOIN knowledge_alias alias ON alias.chunk_id = chunks.id),
      (SELECT concat_ws('.', count(*), sum(trait.xmin::text::bigint)) FROM chunks
        JOIN knowledge_trait trait ON trait.chunk_id = chunks.id),
      (SELECT concat_ws('.', count(*), sum(correction.xmin::text::bigint), max(correction.id))
        FROM knowledge_correction correction WHERE correction.dataset_id = ${datasetId})) AS state`;
  return found?.state ?? '';
}
