/** When a person was born and died, as brackets behind a name say it. */
import type { TaggedWord } from '../../../knowledge/facts/index.ts';
import { DAY, MONTH } from './dates.ts';
import type { ReadFact } from './fact.ts';
import type { Subject } from './subject.ts';
import { spoken } from './words.ts';

const LIFE_PATTERN =
  `^(?:born )?((?:${DAY} ${MONTH} |${MONTH} ${DAY}, )(?:1\\d{3}|20\\d{2}))(?: ?[-–—] ?((?:${DAY} ${MONTH} ` +
  `|${MONTH} ${DAY}, )(?:1\\d{3}|20\\d{2})))?$`;
const LIFE = new RegExp(LIFE_PATTERN);
const LONGEST_LIFE = 80;

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

interface Life {
  readonly born: string;
  /** As far as it is said. */
  readonly died: string | null;
}

/** The dates in "(4 May 1750 – 5 June 1820)" or "(born May 4, 1950)", without the brackets. */
function lifeOf(aside: string): Life | null {
  const [, born, died] = (aside.length <= LONGEST_LIFE ? LIFE.exec(aside) : null) ?? [];
  if (born === undefined || (died === undefined && !aside.startsWith('born '))) return null;
  return { born, died: died ?? null };
}
