import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { resolveQuestion } from '../../../../engines/knowledge/retrieval/follow-up.ts';
import { runs } from '../../../support/depth.ts';

const FORMER = 'Who taught Ada Lovelace mathematics?';
const resolved = (asked: string, before = [FORMER], titles: string[] = []) =>
  resolveQuestion(asked, before, titles)?.text;

test('a pronoun stands for the name in the question before', () => {
  assert.equal(resolved('And where was she born?'), 'And where was she born? (Ada Lovelace)');
  assert.equal(resolved('Wo wurde sie geboren?'), 'Wo wurde sie geboren? (Ada Lovelace)');
  assert.equal(
    resolved('Where did she die?', ['And where was she born?', FORMER]),
    'Where did she die? (Ada Lovelace)',
  );
});

test('a long question before is cut between two characters', () => {
  const former = `${'a'.repeat(499)}\u{1f600}?`;
  assert.equal(resolved('Why?', [former]), `${'a'.repeat(499)} Why?`);
});

test('without a name in the questions, it stands for the title of what answered', () => {
  const asked = 'How much does it cost?';
  assert.equal(resolved(asked, ['who repairs the mill?'], ['Tide mill']), `${asked} (Tide mill)`);
  assert.equal(resolved(asked, ['who repairs the mill?']), `who repairs the mill? ${asked}`);
});

test('a question of something else, or of hardly any words, is asked with the one before', () => {
  assert.equal(resolved('What about 2023?'), `${FORMER} What about 2023?`);
  assert.equal(resolved('And how about Charles Babbage?'), `${FORMER} And how about Charles Babbage?`);
  assert.equal(resolved('Why?'), `${FORMER} Why?`);
});

test('a time in the question replaces that of the questions before', () => {
  const former = 'Who was mayor of Brakken in 2017?';
  const cases: readonly [string, readonly string[], string][] = [
    ['And in 2010?', [former], 'Who was mayor of Brakken?'],
    ['And in May 2010?', ['In 2017, who was mayor of Brakken?'], 'who was mayor of Brakken?'],
    ['What about 2021?', ['And in 2010?', former], 'Who was mayor of Brakken?'],
    ['Und 2010?', ['Wer war 2017 Bürgermeister von Brakken?'], 'Wer war Bürgermeister von Brakken?'],
    ['And last year?', ['What did a ticket cost at the end of 2017?'], 'What did a ticket cost?'],
    ['And in Q1 2022?', [former], 'Who was mayor of Brakken?'],
    ['And now?', [former], 'Who was mayor of Brakken?'],
    ['And in 2010?', ['Who is mayor of Brakken now?'], 'Who is mayor of Brakken?'],
    ['And in 2012?', ['Who won the 2016 Brakken Cup?'], 'Who won the Brakken Cup?'],
    ['And in 2012?', ['Who led the board between 2006 and 2010?'], 'Who led the board?'],
  ];
  for (const [asked, before, added] of cases)
    assert.deepEqual(resolveQuestion(asked, before, []), { text: `${added} ${asked}`, added: [added] });
  assert.deepEqual(resolveQuestion('Why?', ['And in 2010?', former], [])?.added, [
    'Who was mayor of Brakken?',
    'And in 2010?',
  ]);
  assert.equal(resolveQuestion('And in 2010?', ['In 2017?'], []), null);
});

test('without a time of its own, a question has that of the one before', () => {
  const former = 'Who was mayor of Brakken in 2017?';
  for (const asked of ['Why?', 'And how about Osby?', 'And the first?', 'And in May?'])
    assert.deepEqual(resolveQuestion(asked, [former], [])?.added, [former]);
});

test('if the one before depends on others too, the last one that does not is asked with both', () => {
  const subject = 'which tolls does the bridge over the river have?';
  assert.deepEqual(resolveQuestion('Why?', ['Since when?', 'How many are they?', subject, FORMER], [])?.added, [
    subject,
    'Since when?',
  ]);
  assert.deepEqual(resolveQuestion('Why?', ['Since when?', 'How many?'], [])?.added, ['Since when?']);
});

test('a question that stands by itself stays', () => {
  for (const asked of [
    'Where was Charles Babbage born?',
    'Who approves travel expenses?',
    'Did he meet Charles Babbage?',
  ]) {
    assert.equal(resolved(asked), undefined);
  }
  assert.equal(resolved('And where was she born?', []), undefined);
});

test('any question is resolved to one that holds it, with text of the session alone', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 1200 }),
      fc.array(fc.string({ maxLength: 50 })),
      (asked, before) => {
        const found = resolveQuestion(asked, before, []);
        if (found === null) return;
        assert.ok(found.text.includes(asked.trim()));
        for (const added of found.added) assert.ok(before.some((former) => isPartOf(added, former)));
      },
    ),
    runs(),
  );
});

/** Whether a text is what is left of another one when parts are taken out. */
function isPartOf(left: string, whole: string): boolean {
  const written = left.replace(/\s/g, '');
  let at = 0;
  for (const character of whole) if (written.startsWith(character, at)) at += character.length;
  return at === written.length;
}
