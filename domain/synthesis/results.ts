/** What workflows of synthesis return. */
import { Type } from 'typebox';
import { OrNull, decoder } from '../../platform/stored.ts';
import type { Stored } from '../../platform/stored.ts';

const OutputShape = Type.Object({ name: Type.String(), media_type: Type.String(), bytes: Type.Integer() });
export type Output = Stored<typeof OutputShape>;

const SynthesisResultShape = Type.Object({
  /** The client's name of the run. */
  name: OrNull(Type.String()),
  engine_id: Type.String(),
  /** Items that were asked for. */
  asked: Type.Integer(),
  accepted: Type.Integer(),
  /** Items that were made and rejected, by reason. */
  rejected: Type.Record(Type.String(), Type.Integer()),
  outputs: Type.Array(OutputShape),
});
/** What `synthesisJob` returns. */
export type SynthesisResult = Stored<typeof SynthesisResultShape>;
export const synthesisResultOf = decoder('The result of a synthesis', SynthesisResultShape);
