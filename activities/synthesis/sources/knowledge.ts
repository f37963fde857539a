/** The chunks of a dataset of knowledge as sources, with the facts of its graph. */
import type { Accessor } from '../../../domain/access/policy.ts';
import { findDataset } from '../../../domain/knowledge/datasets/index.ts';
import { drawPassages, readDrawnPassages } from '../../../domain/knowledge/documents/index.ts';
import type { DatasetPassage } from '../../../domain/knowledge/documents/index.ts';
import type { Source } from '../../../engines/synthesis/items/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import { titleOf } from '../../knowledge/processes/cut-document.ts';
import { MOST_PASSAGES } from './keeper.ts';
import type { SourceKeeper } from './keeper.ts';

interface KnowledgeInput {
  readonly dataset_id: string;
  readonly node_set?: string;
  /** Draws the passages of a dataset that has more than a job may have. */
  readonly seed: number;
}

/** Passages that are read at a time. */
const BATCH = 200;

/** Throws `not_found` or `access_denied` when the caller may not read the dataset any more. */
export async function* knowledgeSources(
  { database }: { readonly database: Database },
  caller: Accessor,
  { dataset_id, node_set: nodeSet, seed }: KnowledgeInput,
  keeper: SourceKeeper,
): AsyncGenerator<readonly Source[]> {
  const { id } = await findDataset(database, caller, { dataset_id });
  const drawn = await drawPassages(database, caller, { datasetId: id, nodeSet, seed, take: MOST_PASSAGES + 1 });
  if (drawn.length > MOST_PASSAGES) keeper.isComplete = false;
  const chosen = drawn.slice(0, MOST_PASSAGES).toSorted((a, b) => (a < b ? -1 : 1));
  for (let from = 0; from < chosen.length; from += BATCH) {
    const passages = await readDrawnPassages(
      database,
      caller,
      { datasetId: id, nodeSet },
      chosen.slice(from, from + BATCH),
    );
    yield passages.map((passage) => sourceOf(id, passage));
  }
}

function sourceOf(datasetId: string, passage: DatasetPassage): Source {
  const { chunkId, ordinal, documentId, objectId, uri, metadata, body, start, end, pageFrom, pageTo, facts } = passage;
  return {
    id: `${documentId}/${ordinal}`,
    title: titleOf(passage),
    text: body,
    origin: {
      dataset_id: datasetId,
      document_id: documentId,
      ...(objectId !== null && { object_id: objectId }),
      chunk_id: String(chunkId),
      ...(pageFrom !== null && pageTo !== null && { pages: [pageFrom, pageTo] }),
      span: [start, end],
      ...rightsOf(metadata, uri),
    },
    facts,
  };
}

/** License and source, as the metadata of a document or an object name them. */
export function rightsOf(
  { license, source }: Readonly<Record<string, unknown>>,
  address: string | null,
): Pick<Source['origin'], 'license' | 'source'> {
  const from = typeof source === 'string' ? source : address;
  return { ...(typeof license === 'string' && { license }), ...(from !== null && { source: from }) };
}
