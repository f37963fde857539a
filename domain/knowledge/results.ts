/** What the workflows of knowledge jobs return, and their results show. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { decoder } from '../../platform/stored.ts';

const CognifyResultShape = Type.Object({
  dataset_id: Type.String(),
  documents: Type.Integer(),
  chunks_added: Type.Integer(),
  chunks_kept: Type.Integer(),
  chunks_removed: Type.Integer(),
  documents_truncated: Type.Integer(),
  chunks_read: Type.Integer(),
  mentions: Type.Integer(),
  facts: Type.Integer(),
});
export type CognifyResult = Static<typeof CognifyResultShape>;
export const cognifyResultOf = decoder('The result of a Cognify job', CognifyResultShape);

const AddResultShape = Type.Object({
  dataset_id: Type.String(),
  added: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  failed: Type.Integer(),
});
/** How many inputs of an Add job became what; each of them is a row of its own (inputs.ts). */
export type AddResult = Static<typeof AddResultShape>;
export const addResultOf = decoder('The result of an Add job', AddResultShape);

const DatasetRemovalShape = Type.Object({ dataset_id: Type.String(), documents_removed: Type.Integer() });
export type DatasetRemoval = Static<typeof DatasetRemovalShape>;
export const datasetRemovalOf = decoder('The result of the deletion of a dataset', DatasetRemovalShape);
