/**
 * Questions that want a verdict about each of several things: the schema has a place for each, so none is left out or
 * added.
 */
import { Type } from 'typebox';
import type { Static, TObject, TUnsafe } from 'typebox';
import { closed } from '../../../model-question.ts';
import type { Judge } from './judge.ts';

interface VerdictQuestion<V extends TObject> {
  readonly name: string;
  readonly instructions: string;
  readonly verdict: V;
  /** Most tokens of one verdict. */
  readonly maxTokens: number;
}

/** Asks about things that `data` numbers from 1, and pairs each with its verdict, `verdict_1` and so on. */
export type AskForEach<V extends TObject> = <T>(
  judge: Judge,
  things: readonly T[],
  data: string,
) => Promise<(readonly [T, Static<V>])[]>;

const OVERHEAD_TOKENS = 200;

export function questionForEach<V extends TObject>(question: VerdictQuestion<V>): AskForEach<V> {
  const { name, verdict, maxTokens } = question;
  // By count, and made once: validators are kept by schema.
  const schemas = new Map<number, TUnsafe<Record<string, Static<V>>>>();
  const schemaFor = (count: number) => {
    const places = Array.from({ length: count }, (_value, index) => [keyOf(index), verdict] as const);
    return Type.Unsafe<Record<string, Static<V>>>(closed(Object.fromEntries(places)));
  };
  return async (judge, things, data) => {
    const schema = schemas.get(things.length) ?? schemaFor(things.length);
    schemas.set(things.length, schema);
    const limit = OVERHEAD_TOKENS + maxTokens * things.length;
    const verdicts = await judge.ask({ name, instructions: question.instructions, data, schema, maxTokens: limit });
    return things.map((thing, index) => {
      const found = verdicts[keyOf(index)];
      if (found === undefined) throw new Error(`The output lacks ${keyOf(index)}, which its schema requires.`);
      return [thing, found];
    });
  };
}

const keyOf = (index: number): string => `verdict_${index + 1}`;
