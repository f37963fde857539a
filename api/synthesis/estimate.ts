/** What a whole order takes, by what its preview took. */
import type { SynthesisResult as StoredResult } from '../../domain/synthesis/results.ts';
import type { SynthesisResult } from './schemas.ts';

type Preview = Pick<StoredResult, 'accepted' | 'rejected' | 'generator' | 'unchecked'> & {
  /** Items of the whole order; `null`: this is no preview. */
  readonly preview_of: number | null;
};

/**
 * A call makes several items, so that those of a preview have made more than it needs. What is over would have been accepted as
 * often as the others.
 */
export function estimateOf(
  { preview_of, accepted, rejected, generator = null, unchecked = 0 }: Preview,
  usage: readonly { readonly unit: string; readonly amount: number }[],
): SynthesisResult['estimate'] {
  if (preview_of === null || accepted === 0) return null;
  const sum = (...units: readonly string[]): number =>
    usage.reduce((total, { unit, amount }) => total + (units.includes(unit) ? amount : 0), 0);
  // All answers were kept from earlier calls: that says nothing of what others cost.
  if (generator !== null && sum('calls') === 0) return null;
  const refused = Object.values(rejected).reduce((total, found) => total + found, 0);
  const gave = accepted + (unchecked * accepted) / (accepted + refused);
  const factor = Number((preview_of / gave).toPrecision(4));
  return {
    items: preview_of,
    factor,
    basis: `What the preview took, times ${factor}: its calls gave ${Number(gave.toFixed(1))} items that can be accepted, and the order is ${preview_of}.`,
    calls: Math.ceil(factor * sum('calls')),
    tokens: Math.ceil(factor * sum('input_tokens', 'output_tokens')),
    usd: factor * sum('usd'),
  };
}
