/** What a whole order takes, by what its preview took. */
import type { SynthesisResult as StoredResult } from '../../domain/synthesis/results.ts';
import type { SynthesisResult } from './result-schemas.ts';

type Preview = Pick<StoredResult, 'accepted' | 'rejected' | 'generator' | 'unchecked' | 'spent_on_checks'> & {
  /** Items of the whole order; `null`: this is no preview. */
  readonly preview_of: number | null;
};

type Measures = readonly { readonly unit: string; readonly amount: number }[];

/**
 * A call makes several items, so that those of a preview have made more than it needs. What is over would have been
 * accepted as often as the others, and is not checked: checks are counted by the items that they accepted.
 */
export function estimateOf(
  { preview_of, accepted, rejected, generator = null, unchecked = 0, spent_on_checks = [] }: Preview,
  usage: Measures,
): SynthesisResult['estimate'] {
  if (preview_of === null || accepted === 0) return null;
  const making = (...units: readonly string[]): number => totalOf(usage, units) - totalOf(spent_on_checks, units);
  // All answers were kept from earlier calls: that says nothing of what others cost.
  if (generator !== null && making('calls') === 0) return null;
  const refused = Object.values(rejected).reduce((total, found) => total + found, 0);
  const gave = accepted + (unchecked * accepted) / (accepted + refused);
  const factor = Number((preview_of / gave).toPrecision(4));
  const ofChecks = Number((preview_of / accepted).toPrecision(4));
  const expected = (...units: readonly string[]): number =>
    factor * making(...units) + ofChecks * totalOf(spent_on_checks, units);
  const checks = spent_on_checks.length > 0 ? ` What the checks took, times ${ofChecks}.` : '';
  return {
    items: preview_of,
    factor,
    basis:
      `What making the items of the preview took, times ${factor}: its calls gave ${Number(gave.toFixed(1))} ` +
      `items that can be accepted, and the order is ${preview_of}.${checks}`,
    calls: Math.ceil(expected('calls')),
    tokens: Math.ceil(expected('input_tokens', 'output_tokens')),
    usd: expected('usd'),
  };
}

const totalOf = (usage: Measures, units: readonly string[]): number =>
  usage.reduce((total, { unit, amount }) => total + (units.includes(unit) ? amount : 0), 0);
