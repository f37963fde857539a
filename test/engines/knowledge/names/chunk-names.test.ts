import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chunkNames, type NamedText } from '../../../../engines/knowledge/names/chunk-names.ts';
import { knownNames } from '../../../../engines/knowledge/names/known-names.ts';
import { normalName, titleName, withoutCopyNumber } from '../../../../engines/knowledge/names/normal.ts';
import { assertLinear, assertLinearInText } from '../../../support/linear.ts';
import { runs } from '../../../support/depth.ts';

const names = (text: Partial<NamedText>, known: readonly string[] = []) =>
  chunkNames({ title: '', text: '', language: 'en', ...text }, (name) => known.includes(name));
/** Names by role, each with what the text has at its places. */
const byRole = (text: Partial<NamedText>, known?: readonly string[]) =>
  names(text, known).map(({ name, role, spans }) => [
    role,
    name,
    ...spans.map(({ start, end }) => text.text?.slice(start, end)),
  ]);

test('a normal form has no case, accents, punctuation, possessive s or leading article', () => {
  assert.equal(normalName('The Beatles'), 'beatles');
  assert.equal(normalName('Émile Zola’s'), 'emile zola');
  assert.equal(normalName('St. Clair-Soames'), 'st clair soames');
  assert.equal(normalName('The'), 'the');
  assert.equal(normalName('A the Who'), 'who');
  assert.equal(normalName('\ufdfa'.repeat(100)).length, 120);
  assert.equal(normalName('?!'), '');
  assert.equal(titleName('Mercury (planet)'), 'mercury');
  assert.equal(titleName('(planet)'), 'planet');
});

test('the number of a copy is no part of a title, a year or a word in brackets is', () => {
  assert.equal(withoutCopyNumber('Minutes (2)'), 'Minutes');
  for (const title of ['Minutes (2024)', 'Mercury (planet)', 'Minutes 2', '(2)', 'Minutes (2) of May', ''])
    assert.equal(withoutCopyNumber(title), title);
});

test('a chunk has its title, the parts of the title and the names in its text, with their positions', () => {
  const text = 'Leeds is a city. It twinned with the University of Brno in May 2011. Revenue rose.';
  assert.deepEqual(byRole({ title: 'Leeds, West Yorkshire', text }), [
    [2, 'leeds west yorkshire'],
    [1, 'leeds', 'Leeds'],
    [1, 'west yorkshire'],
    [0, 'university of brno', 'University of Brno'],
    [0, 'university', 'University'],
    [0, 'brno', 'Brno'],
  ]);
});

test('without a title the first name takes its role', () => {
  const [first, second] = names({ text: 'In May 1887, Ada Lovelace met Charles Babbage.' });
  assert.deepEqual([first?.name, first?.role, second?.name, second?.role], ['ada lovelace', 2, 'charles babbage', 0]);
});

test('a last name stands for the one full name that ends with it', () => {
  const text = 'Ada Lovelace wrote to Mary Somerville. Lovelace knew her.';
  assert.deepEqual(byRole({ title: 'Letters', text }), [
    [2, 'letters'],
    [0, 'ada lovelace', 'Ada Lovelace', 'Lovelace'],
    [0, 'mary somerville', 'Mary Somerville'],
  ]);
});

test('a last word that is a name by itself stands for no longer name', () => {
  const merged = (text: string, known: readonly string[] = []) =>
    byRole({ title: 'x1', text }, known)
      .slice(1)
      .map(([, ...name]) => name);
  assert.deepEqual(merged('The store opened in Downtown Houston. Trains reach Houston.'), [
    ['downtown houston', 'Downtown Houston'],
    ['houston', 'Houston'],
  ]);
  assert.deepEqual(merged('People left India. They fought British India.'), [
    ['india', 'India'],
    ['british india', 'British India'],
  ]);
  assert.deepEqual(merged('He rode with Sam Houston. He lived in Houston.'), [
    ['sam houston', 'Sam Houston'],
    ['houston', 'Houston'],
  ]);
  assert.deepEqual(merged('He rode with Sam Houston. He worked in Houston’s office.'), [
    ['sam houston', 'Sam Houston', 'Houston'],
  ]);
  assert.deepEqual(merged('It saw the Royal Ballet. It loves Ballet.', ['ballet']), [
    ['royal ballet', 'Royal Ballet'],
    ['ballet', 'Ballet'],
  ]);
  assert.deepEqual(merged('It saw the Royal Ballet.', ['ballet']), [['royal ballet', 'Royal Ballet']]);
});

test('acronyms, quoted names and initials are names; a sentence ends one', () => {
  const text = 'NASA bought "the blue cross" from G. K. Chesterton. He met Edward II. Anna Kern did not.';
  assert.deepEqual(
    names({ title: 'x1', text }).map(({ name }) => name),
    ['x1', 'nasa', 'blue cross', 'g k chesterton', 'edward ii', 'anna kern'],
  );
});

test('known names are found in any letter case, only the longest', () => {
  const known = ['water cycle', 'cycle', 'the water'];
  const found = knownNames('How the water cycle works', 'en', (name) => known.includes(name));
  assert.deepEqual(found, [{ name: 'water cycle', start: 8, end: 19 }]);
});

test('a German noun is not a name; runs of them, inner capitals and known titles are', () => {
  const text = 'Die Zeitung meldet, dass Angela Merkel das Haus der NATO in Leipzig besucht.';
  assert.deepEqual(
    names({ title: 'x1', text, language: 'de' }, ['leipzig']).map(({ name }) => name),
    ['x1', 'angela merkel', 'nato', 'leipzig'],
  );
});

test('a word of extreme length is not a name', () => {
  assert.deepEqual(
    names({ title: 'x1', text: `met A${'a'.repeat(120)} with Ada` }).map(({ name }) => name),
    ['x1', 'ada'],
  );
});

test('any text has a bounded number of names, whose positions lie in it', () => {
  const piece = fc.constantFrom('A', 'Bc', ' ', '. ', 'of ', '"', '\ud800', '文', 'é', '\u0301', '(', '\n', '1', "'s ");
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 80 }),
      fc.boolean(),
      fc.constantFrom('en', 'de'),
      (parts, isTitled, language) => {
        const text = parts.join('');
        const found = names({ title: isTitled ? text.slice(0, 20) : '', text, language });
        assert.ok(found.length <= 200);
        assert.equal(new Set(found.map(({ name }) => name)).size, found.length);
        for (const { name, spans } of found) {
          assert.equal(normalName(name), name);
          for (const { start, end } of spans) assert.ok(start >= 0 && start < end && end <= text.length);
        }
      },
    ),
    runs(),
  );
});

test('hostile text is read in linear time', async () => {
  await assertLinearInText('names', (text) => names({ title: '', text: `Ada ${text} Bob` }));
  await assertLinear('names', (repeats) =>
    names({ text: Array.from({ length: repeats }, (_, index) => `Ada Name${index}. Name${index}`).join(' ') }),
  );
  await assertLinear('one last name', (repeats) =>
    names({ text: Array.from({ length: repeats }, (_, index) => `met A${index} Smith, Smith`).join(' ') }),
  );
});

/** Labels of the names in a text, without those of its title. */
const mentioned = (text: string): string[] =>
  names({ title: 'Notes', text })
    .filter(({ role }) => role === 0)
    .map(({ label }) => label);

test('amounts, versions, days and dates are no names, and numbers are not cut at their comma or point', () => {
  const amounts = 'The rent is GBP 3,450 in Germany and EUR 46.50 in France. It is in Version 3.2.';
  assert.deepEqual(mentioned(amounts), ['Germany', 'France']);
  assert.deepEqual(mentioned('It opens on Monday and Thursday. Ask on Tuesdays. Published 9 February 2026 by us.'), []);
  const numbered = 'It runs on Ubuntu 24.04 and was made by the Earl of March.';
  assert.deepEqual(mentioned(numbered), ['Ubuntu 24.04', 'Earl of March', 'Earl']);
});

test('an ordinary word that opens a sentence is no name', () => {
  const ordinary = 'Nobody was harmed. Claims are paid late. Consent is needed; consent is given by letter.';
  assert.deepEqual(mentioned(ordinary), []);
  assert.deepEqual(mentioned('Metallica is a band. Leeds was a town.'), ['Metallica', 'Leeds']);
});

test('names of columns are no names', () => {
  assert.deepEqual(mentioned('| Price EUR | Best Owner |\n| --- | --- |\n| Deck Oven | Joanna Pell |'), [
    'Deck Oven',
    'Joanna Pell',
  ]);
});

test('the time that opens a sentence is no part of a name, the number that opens a name is', () => {
  const fronted =
    'In 2016 Jon Rask left. On 3 May 2012 Ida Moll came. In Q3 2024 Acme Works grew. Until 2014 the Beatles sang.';
  assert.deepEqual(mentioned(fronted), ['Jon Rask', 'Ida Moll', 'Acme Works', 'Beatles']);
  assert.deepEqual(mentioned('In 20th Century Fox it snowed. The 2024 Summer Olympics began. Expo 2020 ended.'), [
    '20th Century Fox',
    '2024 Summer Olympics',
    'Expo 2020',
  ]);
  assert.deepEqual(byRole({ title: '2001: A Space Odyssey' })[0], [2, '2001 a space odyssey']);
  const german = { text: '2011 wurde Nils Hauge gewählt. Seit 2019 Dora Pell.', title: 'x1', language: 'de' } as const;
  assert.deepEqual(
    names(german).map(({ label }) => label),
    ['x1', 'Nils Hauge', 'Dora Pell'],
  );
});

test('quarters and seasons of a year are no names', () => {
  assert.deepEqual(mentioned('They met in Q1 2022 and Summer 2019 in Leeds.'), ['Leeds']);
});

test('the parts of a title are trimmed, and dates among them are no names', () => {
  const title = 'Fares: valid from 1 January 2019, a short history';
  assert.deepEqual(
    names({ title }).map(({ label }) => label),
    [title, 'Fares', 'valid from 1 January 2019', 'a short history'],
  );
  assert.deepEqual(
    names({ title: 'Harbour Board, January 2019' }).map(({ label }) => label),
    ['Harbour Board, January 2019', 'Harbour Board'],
  );
});

test('two names in a list are no third one, if both are names elsewhere', () => {
  const list = 'They came from Germany and Paimpol. Germany is far. It is in Paimpol.';
  assert.deepEqual(mentioned(list), ['Germany', 'Paimpol']);
  assert.deepEqual(mentioned('They came from Germany and Paimpol. Germany is far.'), [
    'Germany and Paimpol',
    'Germany',
    'Paimpol',
  ]);
  const known = (text: string): string[] =>
    byRole({ title: 'x1', text }, ['silver gull', 'skerry band']).map(([, name]) => String(name));
  assert.deepEqual(known('They hired Silver Gull and the Skerry Band.'), ['x1', 'silver gull', 'skerry band']);
  const firm = 'He left Procter and Gamble. It was Procter who led Procter and Gamble, and Gamble who paid.';
  assert.ok(mentioned(firm).includes('Procter and Gamble'));
  const museum = 'They saw the Victoria and Albert Museum. It has Victoria, and the Albert Museum.';
  assert.ok(mentioned(museum).includes('Victoria and Albert Museum'));
});

test('the legal form behind "Co." belongs to the name', () => {
  assert.deepEqual(mentioned('It was Grey Lines GmbH & Co. KG that paid.'), ['Grey Lines GmbH & Co. KG']);
  assert.deepEqual(mentioned('It was Grey Lines & Co. The firm paid.'), ['Grey Lines & Co']);
});
