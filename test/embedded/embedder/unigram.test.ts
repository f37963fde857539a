/** The tokenizer, with the vocabulary of multilingual-e5-small. The ids are those of SentencePiece. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Unigram } from '../../../embedded/embedder/unigram.ts';
import { assertLinear } from '../../support/linear.ts';
import { setUpEmbedder } from '../../support/servers/embedder.ts';

const { directory } = await setUpEmbedder({ EMBEDDER_MODEL: 'multilingual-e5-small' });
const tokenizer = new Unigram(readFileSync(join(directory, 'multilingual-e5-small', 'tokenizer.bin')));
const encode = (text: string, longest = 512): number[] => tokenizer.encode(text, longest);

const KNOWN: Readonly<Record<string, readonly number[]>> = {
  'Hello world': [0, 35378, 8999, 2],
  'query: how tall is it?': [0, 41, 1294, 12, 3642, 43156, 83, 442, 32, 2],
  'Grüße aus München': [0, 184191, 1312, 43769, 2],
  塔有多高: [0, 6, 18248, 57285, 1395, 2],
  'a  b': [0, 10, 876, 2],
  '🦦': [0, 6, 3, 2],
};

for (const [text, ids] of Object.entries(KNOWN)) {
  test(`the ids of ${JSON.stringify(text)}`, () => assert.deepEqual(encode(text), ids));
}

test('a letter and its accent are the same as the letter with the accent', () => {
  assert.deepEqual(encode('cafe\u0301'), encode('caf\u00e9'));
});

test('a control token that is written in a text stays text', () => {
  for (const control of ['<s>', '</s>', '<pad>', '<unk>', '<mask>']) {
    const ids = encode(control).slice(1, -1);
    assert.ok(ids.length > 1 && ids.every((id) => id > 3 && id < 250_001), `${control}: ${ids.join()}`);
  }
});

test('a long text is cut, and keeps its end token', () => {
  const ids = encode('word '.repeat(1000), 12);
  assert.equal(ids.length, 12);
  assert.deepEqual([ids[0], ids.at(-1)], [0, 2]);
  assert.deepEqual(ids.slice(0, -1), encode('word '.repeat(20)).slice(0, 11));
});

test('the time is linear in the text', async () => {
  for (const piece of ['a', ' ', '中', '\u0301', '\u{1f600}', 'a ']) {
    await assertLinear(JSON.stringify(piece), (repeats) => encode(piece.repeat(repeats), 1_000_000));
  }
});
