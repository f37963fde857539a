import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { attainable, bm25 } from '../../../../engines/knowledge/retrieval/bm25.ts';
import { guessLanguage } from '../../../../engines/text/language.ts';
import { lexemes } from '../../../../engines/knowledge/retrieval/lexemes.ts';
import { LANGUAGES } from '../../../../engines/text/stop-words.ts';
import { assertLinearInText } from '../../../support/linear.ts';
import { runs } from '../../../support/depth.ts';

test('a lexeme is a stem without accents, with the positions of its words', () => {
  const { positions, length } = lexemes('The runner runs; the café was running, 3 miles.', 'en');
  assert.deepEqual(Object.fromEntries(positions), {
    runner: [2],
    run: [3, 7],
    cafe: [5],
    '3': [8],
    mile: [9],
  });
  assert.equal(length, 6);
});

test('words are stemmed according to their language', () => {
  const stems = (text: string, language: (typeof LANGUAGES)[number]) => [...lexemes(text, language).positions.keys()];
  assert.deepEqual(stems('Häuser des Hauses', 'de'), ['haus']);
  assert.deepEqual(stems('бегущий', 'ru'), ['бегущ']);
  assert.deepEqual(stems('東京都 に', 'en'), ['東京', '京都', 'に']);
});

test('a character that stands for several is the words that it stands for', () => {
  const { positions, length } = lexemes('⑴ costs ½ \u037a \u0301 \ufdfa ok', 'en');
  const blessing = { صلى: [5], الله: [6], عليه: [7], وسلم: [8] };
  const expected = { 1: [1, 3], cost: [2], 2: [4], ...blessing, ok: [9] };
  assert.deepEqual(Object.fromEntries(positions), expected);
  assert.equal(length, 9);
});

test('function words reveal the language of a text; names alone do not', () => {
  const cases = [
    ['Who is the father of Edward Baring?', 'en'],
    ['Wie viele Punkte gab die Verteidigung der Panthers ab?', 'de'],
    ['Quién ganó la guerra en los años noventa?', 'es'],
    ["Quelle est la capitale de l'Italie ?", 'fr'],
    ['Кто выиграл войну?', 'ru'],
    ['Ποιος κέρδισε;', 'el'],
    ['Green performer', 'pt'],
  ] as const;
  for (const [text, language] of cases) assert.equal(guessLanguage(text, 'pt'), language, text);
});

test('names, initials and tables are of no other language than expected', () => {
  const cases = [
    [
      "Family Pack or Que faisaient les femmes pendant que l'homme marchait sur la lune is a drama film by " +
        'Chris Stappen',
      'en',
    ],
    ['Ada Lovelace taught Ben Becker.', 'en'],
    ['Los Angeles Rams', 'en'],
    ['Der Hund schläft.', 'de'],
    ['Director: M. L. Canine 1952, J. D. Samford 1956, N. Blake 1960, G. S. Carter, L. Allen, D. M. Phillips', 'en'],
    ['Mannschaften in Los Angeles: Los Angeles Rams, Los Angeles Lakers und Los Angeles Clippers, die besten', 'de'],
  ] as const;
  for (const [text, language] of cases) assert.equal(guessLanguage(text), language, text);
});

test('any text has lexemes that the index can store', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom(...LANGUAGES), (text, language) => {
      const { positions, length } = lexemes(text, language);
      const places = [...positions.values()].flat();
      assert.equal(places.length, length);
      assert.equal(new Set(places).size, length);
      for (const lexeme of positions.keys()) assert.match(lexeme, /^[\p{L}\p{N}\p{M}]{1,64}$/u);
    }),
    runs(),
  );
});

test('a word of any length is cut between characters', () => {
  const [lexeme = ''] = lexemes(`a${'\u{1d400}'.repeat(4)}${'\u{10400}'.repeat(100)}`, 'en').positions.keys();
  assert.ok(lexeme.length <= 64 && lexeme.isWellFormed());
});

test('hostile text is split in linear time', async () => {
  await assertLinearInText('lexemes', (text) => lexemes(text, 'en'));
});

test('BM25 prefers rare lexemes, more of them, and shorter texts', () => {
  const statistics = {
    texts: 100,
    averageLength: 10,
    frequencies: new Map([
      ['rare', 1],
      ['common', 80],
    ]),
  };
  const score = (counts: Record<string, number>, length = 10, asked = ['rare', 'common']) =>
    bm25(asked, { length, counts: new Map(Object.entries(counts)) }, statistics);
  assert.ok(score({ rare: 1 }) > score({ common: 5 }));
  assert.ok(score({ rare: 2 }) > score({ rare: 1 }));
  assert.ok(score({ rare: 1 }, 5) > score({ rare: 1 }, 20));
  assert.equal(score({}), 0);
  assert.equal(score({ rare: 1 }, 10, ['common']), 0);
  assert.ok(score({ rare: 1000, common: 1000 }) < attainable(['rare', 'common'], statistics));
  assert.ok(attainable(['rare', 'unseen'], statistics) > attainable(['rare', 'common'], statistics));
  assert.equal(
    bm25(['rare'], { length: 0, counts: new Map() }, { texts: 0, averageLength: 0, frequencies: new Map() }),
    0,
  );
});
