/**
 * A level on a scale, with reasons: G-Eval (Liu et al. 2023). Where the endpoint gives the probabilities of the other
 * levels, the result is the mean weighted by them, which ties less often and varies less than the level that the model
 * states.
 */
import { Type } from 'typebox';
import { closed } from '../../../model-question.ts';
import type { Judge } from './judge.ts';
import { instructions } from './question.ts';
import { quotesOf } from './shown-case.ts';
import type { ShownCase, ShownQuote } from './shown-case.ts';

/** Levels are single digits: those are one token for every tokenizer. */
export const MOST_LEVELS = 9;

/**
 * The probabilities of other answers than a level are noise up to here; beyond, the distribution says little about the
 * levels.
 */
const LEAST_MASS = 0.5;
const MAX_TOKENS = 600;
const MOST_QUOTES = 3;

export interface Scored {
  /** From 0, the lowest level, to 1, the highest. */
  readonly score: number;
  readonly evidence: {
    /** Whether the score is the mean weighted by `chances`, or the level that the model stated. */
    readonly branch: 'weighted' | 'stated';
    readonly level: number;
    /** Probability of each level among the levels; `null` when the endpoint gives none. */
    readonly chances: Readonly<Record<string, number>> | null;
    readonly reason: string;
    /** What the judge quotes as decisive, as far as it is in the texts. */
    readonly quotes: readonly ShownQuote[];
  };
}

export interface ScaleQuestion extends ShownCase {
  readonly name: string;
  /** What is judged, and how. */
  readonly task: string;
  /** Description of each level, lowest first: two to nine. */
  readonly levels: readonly string[];
}

const schemas = new Map<number, ReturnType<typeof schemaFor>>();

function schemaFor(levels: number) {
  const numbers = Array.from({ length: levels }, (_value, index) => index + 1);
  // The level comes last: its digit ends the output.
  return closed({
    quotes: Type.Array(Type.String()),
    reason: Type.String(),
    level: Type.Enum(numbers, { type: 'integer' }),
  });
}

export async function askForLevel(judge: Judge, { name, task, levels, data, texts }: ScaleQuestion): Promise<Scored> {
  const schema = schemas.get(levels.length) ?? schemaFor(levels.length);
  schemas.set(levels.length, schema);
  const list = levels.map((level, index) => `${index + 1}: ${level}`);
  const asked = instructions(`${task}

Levels:
${list.join('\n')}

- quotes: up to three short parts of the texts that decide, copied character by character.
- reason: at most three short sentences, with what speaks against a higher level.
- level: the number of the level.`);
  const { value, digits } = await judge.weigh({ name, instructions: asked, data, schema, maxTokens: MAX_TOKENS });
  const chances = chancesOf(digits, levels.length);
  const level = chances === null ? value.level : meanOf(chances);
  const find = quotesOf(texts);
  return {
    score: (level - 1) / (levels.length - 1),
    evidence: {
      branch: chances === null ? 'stated' : 'weighted',
      level: value.level,
      chances,
      reason: value.reason,
      quotes: value.quotes.slice(0, MOST_QUOTES).flatMap((quote) => find(quote) ?? []),
    },
  };
}

function chancesOf(
  digits: Readonly<Record<string, number>> | null,
  levels: number,
): Readonly<Record<string, number>> | null {
  const known = Object.entries(digits ?? {}).filter(([digit]) => Number(digit) >= 1 && Number(digit) <= levels);
  const mass = known.reduce((sum, [, chance]) => sum + chance, 0);
  if (mass < LEAST_MASS) return null;
  return Object.fromEntries(known.map(([digit, chance]) => [digit, chance / mass]));
}

const meanOf = (chances: Readonly<Record<string, number>>): number =>
  Object.entries(chances).reduce((sum, [digit, chance]) => sum + Number(digit) * chance, 0);
