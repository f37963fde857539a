/** How similar two texts are by the vectors of an embedding model, on a scale that all models share. */
import { CALIBRATION_PAIRS, calibrate, similarity } from '../../../text/similarity.ts';

/** Of unit length. */
export type Vector = readonly number[];

/** Texts that are embedded beside those compared: they give the scale of the model. */
export const SCALE_TEXTS: readonly string[] = CALIBRATION_PAIRS.flat();

/** Of unit vectors of one length. */
export const cosine = (a: Vector, b: Vector): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

/**
 * `scale`: vectors of {@link SCALE_TEXTS}. The result gives 0 for unrelated texts, 1 for a question and its answer, at
 * times more or less.
 */
export function similarityBy(scale: readonly Vector[]): (a: Vector, b: Vector) => number {
  const every = (parity: number): Float32Array[] =>
    scale.filter((_vector, index) => index % 2 === parity).map((vector) => Float32Array.from(vector));
  const measured = calibrate(every(0), every(1));
  return (a, b) => similarity(cosine(a, b), measured);
}
