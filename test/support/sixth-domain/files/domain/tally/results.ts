import { Type } from 'typebox';
import { decoder } from '../../platform/stored-json.ts';
import type { Stored } from '../../platform/stored-json.ts';

const TallyJobResultShape = Type.Object({
  /** Of all texts and parts. */
  words: Type.Integer(),
  parts: Type.Array(Type.Object({ job_id: Type.String(), words: Type.Integer() })),
});
/** What the workflow of a tally returns. */
export type TallyJobResult = Stored<typeof TallyJobResultShape>;
export const tallyJobResultOf = decoder('The result of a tally', TallyJobResultShape);
