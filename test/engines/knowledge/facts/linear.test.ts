/** Facts are found in time linear in the text, whatever it holds, and are limited in number. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statedFacts } from '../../../../engines/knowledge/facts/stated-facts.ts';
import { tagWords } from '../../../../engines/knowledge/facts/tagger.ts';
import { chunkNames } from '../../../../engines/knowledge/names/chunk-names.ts';
import { assertLinear, assertLinearInText } from '../../../support/linear.ts';

test('hostile text is read in linear time', async () => {
  await assertLinearInText('facts', (text) => statedFacts(text, 'en', []));
});

test('many sentences with facts are read in linear time', async () => {
  const names = chunkNames({ title: '', text: 'Leeds Castle lies in Kent.', language: 'en' }, () => false);
  await assertLinear('facts', (repeats) =>
    statedFacts('Leeds Castle lies in Kent. '.repeat(Math.ceil(repeats / 8)), 'en', names),
  );
});

test('a text has at most 100 facts', () => {
  const places = Array.from({ length: 150 }, (_, index) => `Place${'abcdefghij'[index % 10]}${index} Town`);
  const sentence = (at: number): string =>
    `Leeds Castle resembles ${places[at]}, ${places[at + 1]} and ${places[at + 2]}.`;
  const text = Array.from({ length: 50 }, (_, index) => sentence(3 * index)).join(' ');
  const spans = [...text.matchAll(/Leeds Castle/g)].map(({ index }) => ({ start: index, end: index + 12 }));
  const objects = places.map((place) => {
    const start = text.indexOf(place);
    return { name: place.toLowerCase(), label: place, role: 0 as const, spans: [{ start, end: start + place.length }] };
  });
  const castle = { name: 'leeds castle', label: 'Leeds Castle', role: 0 as const, spans };
  assert.equal(statedFacts(text, 'en', [castle, ...objects]).length, 100);
});

test('a sentence that would take too long is skipped', () => {
  assert.deepEqual(tagWords('https://'.repeat(8)), []);
  assert.deepEqual(tagWords('a '.repeat(401)), []);
  assert.equal(tagWords('a '.repeat(400)).length, 400);
});
