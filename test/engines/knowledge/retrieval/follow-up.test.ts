import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { resolveQuestion } from '../../../../engines/knowledge/retrieval/follow-up.ts';

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
        for (const added of found.added) assert.ok(before.some((former) => former.includes(added)));
      },
    ),
  );
});
