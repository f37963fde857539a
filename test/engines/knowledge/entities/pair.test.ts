import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { alikeNames } from '../../../../engines/knowledge/entities/alike.ts';
import { withAmbiguity } from '../../../../engines/knowledge/entities/ambiguous.ts';
import { MERGE_THRESHOLD } from '../../../../engines/knowledge/entities/options.ts';
import type { MergeReason } from '../../../../engines/knowledge/entities/options.ts';
import { compareEntities, compareNames } from '../../../../engines/knowledge/entities/pair.ts';
import type { Surroundings } from '../../../../engines/knowledge/entities/pair.ts';
import { assertLinear } from '../../../support/linear.ts';
import { runs } from '../../../support/depth.ts';

const NOTHING = { types: [null, null] as const, sharedNeighbours: 0, together: 0 };
const isMerged = (one: string, other: string): boolean => (compareNames(one, other)?.score ?? 0) >= MERGE_THRESHOLD;

/** Of two entities; 0 if they are none. */
function scoreOf(one: string, other: string, around: Surroundings): number {
  const names = compareNames(one, other);
  return (names && compareEntities(names, around)?.score) ?? 0;
}

test('names that differ in form alone are merged, with the reason', () => {
  const reasonOf = (one: string, other: string): string => {
    assert.ok(isMerged(one, other), `${one}, ${other}`);
    return compareNames(one, other)?.reasons.join(' ') ?? '';
  };
  assert.equal(reasonOf('finance board', 'board of finance'), 'same_words');
  assert.equal(reasonOf('world war ii', 'second world war'), 'same_words');
  assert.equal(reasonOf('acme mills ltd', 'acme mills'), 'legal_form same_words');
  assert.equal(reasonOf('dr jane doe', 'jane doe'), 'title same_words');
  assert.equal(reasonOf('face book', 'facebook'), 'joined_words');
  assert.equal(reasonOf('mikhail gorbachev', 'mikhail gorbachov'), 'spelling');
  assert.equal(reasonOf('bill clinton', 'william clinton'), 'nickname');
  assert.equal(reasonOf('john f kennedy', 'john fitzgerald kennedy'), 'initials');
  assert.equal(reasonOf('unesco', 'united nations educational scientific and cultural organization'), 'abbreviation');
});

test('names that tell things apart are not merged', () => {
  const pairs = [
    ['henry iv', 'henry v'],
    ['martin luther king jr', 'martin luther king'],
    ['apollo 11', 'apollo 12'],
    ['austria', 'australia'],
    ['hans andersen', 'hans anderson'],
    ['robert miller', 'roberta miller'],
    ['deutsche bank ag', 'deutsche bank gmbh'],
    ['j smith', 'john smith'],
    ['paul simon', 'simon paul'],
    ['george h w bush', 'george w bush'],
    ['apex ltd', 'apex'],
  ] as const;
  for (const [one, other] of pairs) assert.ok(!isMerged(one, other), `${one}, ${other}`);
});

test('names beside both speak for it, one text with both against it, and different types forbid it', () => {
  const score = (around: Partial<typeof NOTHING>, one = 'j smith', other = 'john smith'): number =>
    scoreOf(one, other, { ...NOTHING, ...around });
  assert.ok(score({}) < MERGE_THRESHOLD);
  assert.ok(score({ sharedNeighbours: 1 }) >= MERGE_THRESHOLD);
  const spelt = ['katherine mills', 'catherine mills'] as const;
  assert.ok(score({}, ...spelt) >= MERGE_THRESHOLD && score({ together: 1 }, ...spelt) < MERGE_THRESHOLD);
  assert.equal(scoreOf('acme mills', 'acme mills ltd', { ...NOTHING, types: ['person', 'place'] }), 0);
});

const pair = (one: string, other: string, reason: MergeReason = 'initials') => ({
  entities: [one, other] as const,
  score: 0.9,
  reasons: [reason],
});

test('a name that fits two others is left open, unless they are one as well', () => {
  const scores = (...pairs: readonly ReturnType<typeof pair>[]): number[] =>
    withAmbiguity(pairs, MERGE_THRESHOLD, () => false).map(({ score }) => score);
  assert.ok(scores(pair('j', 'john'), pair('j', 'jane')).every((score) => score < MERGE_THRESHOLD));
  assert.deepEqual(scores(pair('j', 'john'), pair('j', 'jon'), pair('john', 'jon')), [0.9, 0.9, 0.9]);
  // The same words are the same name, whatever else it fits.
  for (const certain of ['same_words', 'joined_words', 'title'] as const) {
    const [same, open = 1] = scores(pair('board of j', 'j board', certain), pair('j board', 'john'));
    assert.equal(same, 0.9);
    assert.ok(open < MERGE_THRESHOLD);
  }
});

test('which of several entities of one name another name means is open, whatever speaks for it', () => {
  for (const reason of ['initials', 'nickname', 'middle_name', 'title', 'same_words'] as const) {
    const pairs = [pair('k berg', 'karin berg', reason), pair('l berg', 'lena berg', reason)];
    const [open, other] = withAmbiguity(pairs, MERGE_THRESHOLD, (name) => name === 'karin berg');
    assert.ok((open?.score ?? 1) < MERGE_THRESHOLD && open?.reasons.includes('ambiguous'), reason);
    assert.deepEqual(other, pairs[1]);
  }
});

test('likeness does not depend on the order of the two', () => {
  const word = fc.constantFrom(
    'john',
    'jon',
    'j',
    'smith',
    'smyth',
    'of',
    'ltd',
    'dr',
    'ii',
    'board',
    'bs',
    'acme',
    'acmee',
  );
  const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(name, name, (one, other) => assert.deepEqual(compareNames(one, other), compareNames(other, one))),
    runs(),
  );
});

const LIMITS = { compared: 100_000, least: 0.5, kept: 5000 };

test('of many names with a word in common few are compared, and none that may be one is missed', async () => {
  const names = Array.from({ length: 5000 }, (_, at) => `university of town${at} north${at % 97}`);
  const all = [...names, 'finance board', 'board of finance', 'who', 'world health organization'];
  const { pairs, isComplete } = await alikeNames(all, LIMITS);
  assert.ok(isComplete);
  assert.deepEqual(
    pairs.flatMap(({ names: pair }) => (pair[0] >= 5000 ? [pair] : [])).sort(([one], [other]) => one - other),
    [
      [5000, 5001],
      [5002, 5003],
    ],
  );
});

/** Names of six words, each of which fifty names have: as many pairs as there can be. */
const crowded = (count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    Array.from({ length: 6 }, (_, place) => wordOf(place, (at * (2 * place + 1)) % Math.ceil(count / 50))).join(' '),
  );
const LETTERS = 'bdfgklmnprtv';
const wordOf = (place: number, number: number): string =>
  `${LETTERS[place]}a${number
    .toString(12)
    .split('')
    .map((digit) => `${LETTERS[Number.parseInt(digit, 12)]}o`)
    .join('')}`;

test('pairs are compared up to a limit, those with the rarest words in common first', async () => {
  const names = [...crowded(2000), 'finance board', 'board of finance'];
  const { pairs, isComplete } = await alikeNames(names, { ...LIMITS, compared: 1000 });
  assert.equal(isComplete, false);
  assert.ok(pairs.some(({ names: [one, other] }) => one === 2000 && other === 2001));
});

test('other work has its turn while names are compared', async () => {
  let turns = 0;
  const other = setInterval(() => turns++, 0);
  await alikeNames(crowded(2000), LIMITS);
  clearInterval(other);
  assert.ok(turns > 20, String(turns));
});

test('names are compared in time linear in their number', () =>
  assertLinear('crowded names', (repeats) => alikeNames(crowded(repeats), { ...LIMITS, compared: 10 * repeats })));
