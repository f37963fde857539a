/** When a person was born and died, as brackets behind a name say it. */
import type { TaggedWord } from '../../../knowledge/facts/tagger.ts';
import type { ReadFact } from './clause-facts.ts';
import { lifeOf } from './dates.ts';
import { spoken } from './spoken.ts';
import type { Subject } from './subject.ts';

/** `all` has the words in brackets, too; `after` counts those outside of them, before which there is no bracket. */
export function livedFacts(all: readonly TaggedWord[], after: number, { label }: Subject): ReadFact[] {
  if (all[after]?.text !== '(') return [];
  const close = all.findIndex(({ text }, index) => index > after && text === ')');
  const life = close < 0 ? null : lifeOf(spoken(all.slice(after + 1, close)));
  if (life === null || label === '') return [];
  const fact = (predicate: string, date: string, asked: readonly [string, string]): ReadFact => ({
    predicate,
    object: { name: date.toLowerCase(), label: date },
    kind: 'date',
    asked,
    stated: null,
    described: null,
  });
  return [
    fact('was born on', life.born, ['When was ', ' born?']),
    ...(life.died === null ? [] : [fact('died on', life.died, ['When did ', ' die?'])]),
  ];
}
