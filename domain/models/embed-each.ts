/** Vectors of texts: one that the model refuses costs only its own. */
import { refusesInput } from '../../platform/models/failures.ts';

type Vectors = readonly (Float32Array | null)[];

/**
 * The vectors of texts, in their order; `null` for each that the model refuses. The call is divided until the refused
 * texts are alone. Rejects when the model refuses every text, one that says nothing included: then it is not the texts.
 */
export async function embedEach(
  texts: readonly string[],
  embed: (texts: readonly string[]) => Promise<Vectors>,
): Promise<Vectors> {
  const vectors = await embedAccepted(texts, embed);
  if (texts.length > 0 && vectors.every((vector) => vector === null)) await embed([HARMLESS]);
  return vectors;
}

const HARMLESS = 'text';

async function embedAccepted(
  texts: readonly string[],
  embed: (texts: readonly string[]) => Promise<Vectors>,
): Promise<Vectors> {
  try {
    return await embed(texts);
  } catch (error) {
    if (!refusesInput(error)) throw error;
    if (texts.length === 1) return [null];
    const half = Math.ceil(texts.length / 2);
    const first = await embedAccepted(texts.slice(0, half), embed);
    return [...first, ...(await embedAccepted(texts.slice(half), embed))];
  }
}
