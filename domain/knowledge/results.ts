/** What the workflows of knowledge jobs return, and their results show. */
import { Type } from 'typebox';
import { decoder } from '../../platform/stored.ts';
import type { Stored } from '../../platform/stored.ts';

const ChunkCountsShape = Type.Object({
  documents: Type.Integer(),
  chunks_added: Type.Integer(),
  chunks_kept: Type.Integer(),
  chunks_removed: Type.Integer(),
  /** Documents whose end was left out by `max_chunks`. */
  documents_truncated: Type.Integer(),
});
/** What became of some documents. */
export type ChunkCounts = Stored<typeof ChunkCountsShape>;

const ReadCountsShape = Type.Object({
  chunks_read: Type.Integer(),
  mentions: Type.Integer(),
  facts: Type.Integer(),
});
/** What was found in the texts of some chunks. */
export type ReadCounts = Stored<typeof ReadCountsShape>;

const CognifyResultShape = Type.Object({
  dataset_id: Type.String(),
  ...ChunkCountsShape.properties,
  ...ReadCountsShape.properties,
});
export type CognifyResult = Stored<typeof CognifyResultShape>;
export const cognifyResultOf = decoder('The result of a Cognify job', CognifyResultShape);

const AddResultShape = Type.Object({
  dataset_id: Type.String(),
  added: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  failed: Type.Integer(),
});
/** How many inputs of an Add job became what; each of them is a row of its own (inputs.ts). */
export type AddResult = Stored<typeof AddResultShape>;
export const addResultOf = decoder('The result of an Add job', AddResultShape);

const RemovalResultShape = Type.Object({ dataset_id: Type.String(), documents_removed: Type.Integer() });
export type RemovalResult = Stored<typeof RemovalResultShape>;
export const removalResultOf = decoder('The result of a deletion', RemovalResultShape);
