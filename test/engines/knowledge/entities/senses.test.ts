/** What texts say of a name that tells its senses apart, and which documents mean which of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areSeveralThings, areTwoThings, sensesBy } from '../../../../engines/knowledge/entities/senses.ts';
import type { TellingDocument } from '../../../../engines/knowledge/entities/senses.ts';
import { recordTraits, traitsIn } from '../../../../engines/knowledge/entities/traits.ts';
import { normalName } from '../../../../engines/knowledge/names/normal.ts';
import { fieldsOf } from '../../../../engines/knowledge/records/fields.ts';
import { datesIn } from '../../../../engines/knowledge/time/dates-in.ts';
import { assertLinear } from '../../../support/linear.ts';

const dates = (text: string) => datesIn(text, { written: null, dayFirst: true });

/** "kind value" of each trait of these names; the title is the first of them, unless it is given. */
function traits(text: string, names: readonly string[], title = names[0] ?? ''): string[] {
  const placed = names.map((name) => ({
    name: normalName(name),
    spans: Array.from(text.matchAll(new RegExp(name, 'g')), ({ index }) => ({
      start: index,
      end: index + name.length,
    })),
  }));
  return traitsIn(text, title, placed, dates(text)).map(({ name, kind, value }) => `${name}: ${kind} ${value}`);
}

test('births, deaths and lives are read where a text gives them to a name', () => {
  const of = (text: string): string =>
    traits(text, ['Jon Marsh'])
      .map((trait) => trait.replace('jon marsh: ', ''))
      .join(', ');
  assert.equal(of('Jon Marsh (born 12 March 1961) is a painter.'), 'birth 1961-03-12');
  assert.equal(of('Jon Marsh (12 March 1961 – 3 May 2003) was a painter.'), 'birth 1961-03-12, death 2003-05-03');
  assert.equal(of('Jon Marsh (1961–2003) was a painter.'), 'life 1961/2003');
  assert.equal(
    of('Jon Marsh (* 12. März 1961 in Köln; † 3. Mai 2003 in Ulm) war Maler.'),
    'birth 1961-03-12, death 2003-05-03',
  );
  assert.equal(of('Jon Marsh was born in Carrow on 12 March 1961.'), 'birth 1961-03-12');
  assert.equal(of('Jon Marsh, born in 1961, paints. Jon Marsh died in May 2003.'), 'birth 1961, death 2003-05');
  assert.equal(of('Jon Marsh wurde am 12. März 1961 in Köln geboren.'), 'birth 1961-03-12');
});

test('what is said of another, of an office, or roughly tells nothing of a name', () => {
  const none = [
    'Jon Marsh (1998–2006) was followed by Ada Oakes.',
    'Jon Marsh married Ada, who was born in 1961.',
    "Jon Marsh's son was born in 1990.",
    'Jon Marsh (born c. 1961) is a painter.',
    'Jon Marsh was born in Carrow. In 1961 he left.',
    'Jon Marsh was born in the 1960s.',
    'Jon Marsh (see 1961) paints.',
  ];
  for (const text of none) assert.deepEqual(traits(text, ['Jon Marsh']), [], text);
});

test('identifiers are read with their check digits, numbers with who gave them, and qualifiers of titles', () => {
  assert.deepEqual(traits('Jon Marsh (ORCID 0000-0002-1825-0097) writes.', ['Jon Marsh']), [
    'jon marsh: identifier isni 0000000218250097',
  ]);
  assert.deepEqual(traits('Jon Marsh (ORCID 0000-0002-1825-0098) writes.', ['Jon Marsh']), []);
  assert.deepEqual(traits('Jon Marsh (Patient No. 4711) waits.', ['Jon Marsh']), ['jon marsh: number patient 4711']);
  assert.deepEqual(traits('Mercury is hot.', ['Mercury'], 'Mercury (planet)'), ['mercury: qualifier planet']);
  assert.deepEqual(traits('Rules.', ['Rules'], 'Rules (draft)'), []);
  assert.deepEqual(traits('Rules.', ['Rules'], 'Rules (2)'), []);
});

test('the full name that introduces the subject of a title speaks for the title', () => {
  const text = 'Jonathan Paul Marsh (born 12 March 1961) is a painter. He met Ada Marsh (born 1970).';
  assert.deepEqual(traits(text, ['Jonathan Paul Marsh', 'Ada'], 'Jon Marsh'), [
    'jonathan paul marsh: birth 1961-03-12',
    'jon marsh: birth 1961-03-12',
  ]);
});

test('columns of records tell apart as sentences do', () => {
  const text = 'name: Jon Marsh\nDate of birth: 12 March 1961\norcid: 0000-0002-1825-0097\ncity: Ulm';
  assert.deepEqual(
    recordTraits('jon marsh', text, fieldsOf(text), dates(text)).map(({ kind, value }) => `${kind} ${value}`),
    ['birth 1961-03-12', 'identifier isni 0000000218250097'],
  );
});

/** A document, from "kind value, kind value" and the names beside the name. */
function telling(id: string, text: string, ...neighbours: readonly string[]): TellingDocument {
  const told = text === '' ? [] : text.split(', ');
  return {
    id,
    neighbours: new Set(neighbours),
    traits: told.map((trait) => {
      const [kind = '', ...value] = trait.split(' ');
      assert.ok(
        kind === 'birth' ||
          kind === 'death' ||
          kind === 'identifier' ||
          kind === 'qualifier' ||
          kind === 'life' ||
          kind === 'number',
      );
      return { kind, value: value.join(' ') };
    }),
  };
}

const THRESHOLD = 0.85;
const split = (...documents: readonly TellingDocument[]): string[] =>
  sensesBy(documents, THRESHOLD)?.documents.map((sense) => sense.map(({ id }) => id).join('')) ?? [];

test('documents that differ are told apart, with those that agree with them', () => {
  const [a, b, c] = [telling('a', 'birth 1961'), telling('b', 'birth 1980-02-03'), telling('c', 'birth 1961-03-12')];
  assert.deepEqual(split(a, b, c, telling('d', '')), ['ac', 'b']);
  const { score = 0, reasons } = sensesBy([a, b], THRESHOLD) ?? {};
  assert.deepEqual([score.toFixed(2), reasons], ['0.95', ['birth']]);
  assert.deepEqual(split(telling('a', 'qualifier planet'), telling('b', 'qualifier element')), ['a', 'b']);
});

test('a life speaks with its dates, and what was before a birth or after a death is of another', () => {
  assert.deepEqual(split(telling('a', 'life 1840/1901'), telling('b', 'birth 1985'), telling('c', 'birth 1840')), [
    'ac',
    'b',
  ]);
  assert.deepEqual(split(telling('a', 'death 1901'), telling('b', 'birth 1985')), ['a', 'b']);
  assert.deepEqual(split(telling('a', 'life 1980/2006'), telling('b', 'birth 1948')), [], 'it may be an office');
});

test('what may be one thing is left together', () => {
  assert.deepEqual(split(telling('a', 'birth 1961'), telling('b', 'birth 1962-01-01')), [], 'sources err by a year');
  assert.deepEqual(split(telling('a', 'birth 1961'), telling('b', '')), []);
  assert.deepEqual(split(telling('a', 'birth 1961'), telling('b', 'qualifier painter')), [], 'they do not compare');
  assert.deepEqual(split(telling('a', 'life 1961/2003'), telling('b', 'life 1840/1901')), [], 'it may be an office');
  assert.deepEqual(split(telling('a', 'qualifier film'), telling('b', 'qualifier 2009 film')), []);
  assert.deepEqual(split(telling('a', 'identifier isni 1'), telling('b', 'identifier viaf 2')), [], 'other schemes');
  assert.deepEqual(split(telling('a', 'birth 1961, birth 1980'), telling('b', 'birth 1990')), [], 'it means several');
  const around = ['ada', 'tom'] as const;
  assert.deepEqual(split(telling('a', 'birth 1961', ...around), telling('b', 'birth 1980', ...around)), []);
  const same = 'identifier isni 1, qualifier';
  assert.deepEqual(split(telling('a', `${same} painter`), telling('b', `${same} sculptor`)), [], 'one identifier');
});

test('several weak differences are one strong one, and a document between two is in neither', () => {
  assert.deepEqual(
    split(telling('a', 'life 1961/2003, number patient 4'), telling('b', 'life 1840/1901, number patient 5')),
    ['a', 'b'],
  );
  const [one, other] = [telling('a', 'birth 1961, qualifier painter'), telling('b', 'birth 1980, number patient 5')];
  assert.deepEqual(split(one, other, telling('c', 'qualifier painter, number patient 5')), ['a', 'b']);
});

/** As many births of one name, on different days of one year. */
const births = (count: number, year: number): string =>
  Array.from({ length: count }, (_, day) => `birth ${year}-${day}`).join(', ');

test('who is said to be many things is told from nobody', () => {
  assert.deepEqual(split(telling('a', births(20, 1961)), telling('b', 'birth 1990')), ['a', 'b']);
  assert.deepEqual(split(telling('a', births(21, 1961)), telling('b', 'birth 1990')), []);
  const traits = (count: number) => telling('', births(count, 1961)).traits;
  assert.equal(areTwoThings(traits(20), telling('', 'birth 1990').traits), true);
  assert.equal(areTwoThings(traits(21), telling('', 'birth 1990').traits), false);
});

test('documents are told apart in time linear in what they say', async () => {
  await assertLinear('a document of many births', (repeats) =>
    sensesBy([telling('a', births(repeats, 1961)), telling('b', 'birth 1990')], 0.5),
  );
  await assertLinear('many documents', (repeats) =>
    sensesBy(
      Array.from({ length: repeats }, (_, at) => telling('a', births(20, 1000 + 10 * (at % 49)))),
      0.5,
    ),
  );
});

test('two lives are told of several things, one life and years that may be those of an office are not', () => {
  const birth = (value: string) => ({ kind: 'birth' as const, value });
  const death = (value: string) => ({ kind: 'death' as const, value });
  const life = (value: string) => ({ kind: 'life' as const, value });
  assert.ok(areSeveralThings([birth('1932-06-03'), death('2004'), birth('1985')]));
  assert.ok(areSeveralThings([death('1904'), birth('1985')]));
  for (const one of [[], [birth('1932-06-03'), birth('1932'), death('2004')], [birth('1932'), birth('1933')]])
    assert.ok(!areSeveralThings(one), JSON.stringify(one));
  assert.ok(!areSeveralThings([life('1871/1949'), life('1905/1930')]));
});
