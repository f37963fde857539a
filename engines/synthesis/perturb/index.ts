/** The perturbations, by name. */
import { randomAt } from '../random.ts';
import { injection } from './injection.ts';
import { letterCase } from './letter-case.ts';
import { negation } from './negation.ts';
import { numbers } from './numbers.ts';
import { applyEdits } from './perturbation.ts';
import type { Edit, Perturbation } from './perturbation.ts';
import { spacing } from './spacing.ts';
import { typos } from './typos.ts';

export const PERTURBATIONS = {
  typos,
  letter_case: letterCase,
  spacing,
  numbers,
  negation,
  injection,
} as const satisfies Readonly<Record<string, Perturbation>>;
export type PerturbationName = keyof typeof PERTURBATIONS;
export const PERTURBATION_NAMES = Object.keys(PERTURBATIONS).filter((name): name is PerturbationName =>
  Object.hasOwn(PERTURBATIONS, name),
);

/** A text gives each perturbation once, and again that often: most of what comes later are repeats. */
export const MOST_ROUNDS = 100;

export const isRulePerturbation = (name: string): name is PerturbationName => Object.hasOwn(PERTURBATIONS, name);

export interface Perturbed {
  readonly text: string;
  readonly edits: readonly Edit[];
  readonly meaning: Perturbation['meaning'];
}

/** `null` when the text gives no occasion. The seed and the place decide the result. */
export function perturb(
  name: PerturbationName,
  text: string,
  strength: number,
  seed: number,
  place: readonly (string | number)[],
): Perturbed | null {
  const { edits: editsOf, meaning } = PERTURBATIONS[name];
  const edits = editsOf(text, strength, randomAt(seed, [name, ...place]));
  return edits.length === 0 ? null : { text: applyEdits(text, edits), edits, meaning };
}
