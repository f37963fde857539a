import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERTURBATION_NAMES, perturb } from '../../../../engines/synthesis/perturb/index.ts';

const TEXT =
  'The tide mill was built in 1783. Its keeper, Ada Lovelace, is not allowed to open the gate at night. The ' +
  'board has 12 members.';

for (const name of PERTURBATION_NAMES) {
  test(`${name}: the edits are all that differs, and the seed decides them`, () => {
    const made = perturb(name, TEXT, 0.3, 1, [0]);
    assert.ok(made, 'the text gives an occasion');
    assert.notEqual(made.text, TEXT);
    let [rest, at] = ['', 0];
    for (const { start, end } of made.edits) {
      assert.ok(start >= at && end >= start);
      rest += TEXT.slice(at, start) + '\u0000';
      at = end;
    }
    const pieces = (rest + TEXT.slice(at)).split('\u0000');
    let from = 0;
    for (const piece of pieces) {
      const found = made.text.indexOf(piece, from);
      assert.ok(found >= 0, `"${piece}" is still there`);
      from = found + piece.length;
    }
    assert.deepEqual(perturb(name, TEXT, 0.3, 1, [0]), made);
    const others = [2, 3, 4, 5].map((seed) => perturb(name, TEXT, 0.3, seed, [0])?.text);
    assert.ok(others.some((text) => text !== made.text) || name === 'negation');
  });

  test(`${name}: a text without words gives no occasion`, () => {
    assert.equal(perturb(name, ' ', 1, 1, [0]), null);
  });
}

test('a negation is added or taken away, once a sentence', () => {
  assert.equal(
    perturb('negation', TEXT, 1, 1, [0])?.text,
    'The tide mill was not built in 1783. Its keeper, Ada Lovelace, is allowed to open the gate at night. The ' +
      'board has 12 members.',
  );
  assert.equal(perturb('negation', 'Is it built?', 1, 1, [0]), null);
  assert.equal(perturb('negation', 'They have opened it.', 1, 1, [0])?.text, 'They have not opened it.');
});

test('a number becomes another one of as many digits', () => {
  for (let seed = 0; seed < 50; seed++) {
    const found = perturb('numbers', TEXT, 1, seed, [0])?.text.match(/\d+/g) ?? [];
    assert.deepEqual([found[0]?.length, found[1]?.length], [4, 2]);
    assert.notDeepEqual(found, ['1783', '12']);
    assert.ok(found.every((digits) => !digits.startsWith('0')));
  }
  assert.equal(perturb('numbers', 'R2D2 and v1.2.3', 1, 1, [0]), null);
});

test('typos leave short words, and the ends of words', () => {
  for (let seed = 0; seed < 50; seed++) {
    const made = perturb('typos', TEXT, 1, seed, [0]);
    for (const { start, end, text } of made?.edits ?? []) {
      const word = TEXT.slice(start, end);
      assert.ok(word.length >= 5);
      assert.deepEqual([text[0], text.at(-1)], [word[0], word.at(-1)], `${word} → ${text}`);
    }
  }
});
