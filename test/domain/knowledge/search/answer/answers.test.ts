import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDataset, put } from '../../../../support/knowledge/datasets.ts';
import { searching, textsOf } from '../../../../support/knowledge/search.ts';
import { embeddingsReply } from '../../../../support/servers/scripted-model.ts';

/** What no text may hold. */
const REFUSED = 'unspeakable';
const find = await searching((call) => {
  const texts = textsOf(call);
  return texts.some((text) => text.includes(REFUSED)) ? { status: 422 } : embeddingsReply(texts, 3);
});

async function answerOf(text: readonly string[]) {
  const id = await newDataset();
  await put(id, 'pond', [text]);
  return find(id, { text: 'Where does the heron stand?', take: 5 });
}

test('a sentence that the embedding model refuses is left out of the answer', async () => {
  const words = `Heron heron stands in the pond. The ${REFUSED} heron stands in the reeds.`.split(' ');
  const { results, answer } = await answerOf(words);
  assert.equal(results.length, 1);
  assert.deepEqual(
    answer?.citations.map(({ text }) => text),
    ['Heron heron stands in the pond.'],
  );
});

test('passages whose sentences are all refused are found without an answer', async () => {
  const { results, answer } = await answerOf(['Heron', REFUSED, 'heron.']);
  assert.deepEqual([results.length, answer], [1, null]);
});
