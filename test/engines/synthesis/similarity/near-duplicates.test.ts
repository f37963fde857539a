import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jaccard, shinglesOf, signatureOf } from '../../../../engines/synthesis/similarity/minhash.ts';
import { NearDuplicates } from '../../../../engines/synthesis/similarity/near-duplicates.ts';
import { seededRandom } from '../../../../engines/statistics/random.ts';

const WORDS = 'tide mill gate water lock river barge keeper board levy harbour sluice wheel stone grain'.split(' ');

function textOf(random: () => number, words: number): string {
  return Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
}

test('the share of equal numbers of two signatures is close to the Jaccard similarity', () => {
  const random = seededRandom(3);
  const errors = Array.from({ length: 50 }, () => {
    const text = textOf(random, 60);
    const words = text.split(' ');
    const other = words.map((word) => (random() < 0.1 ? 'changed' : word)).join(' ');
    const [a, b] = [signatureOf(shinglesOf(text)), signatureOf(shinglesOf(other))];
    const equal = a.filter((value, index) => value === b[index]).length / a.length;
    return equal - jaccard(shinglesOf(text), shinglesOf(other));
  });
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  assert.ok(Math.abs(mean) < 0.03, `mean error ${mean}`);
  assert.ok(errors.every((error) => Math.abs(error) < 0.2));
});

test('near-duplicates are found among thousands, and other texts are added', () => {
  const random = seededRandom(5);
  const index = new NearDuplicates(0.8);
  const texts = Array.from({ length: 2000 }, () => textOf(random, 40));
  texts.forEach((text, at) => assert.equal(index.add(String(at), text), null));
  for (let at = 0; at < 2000; at += 100) {
    const words = (texts[at] ?? '').split(' ');
    assert.equal(index.add(`near ${at}`, [...words.slice(0, -1), 'lantern'].join(' '))?.of, String(at));
  }
});

test('case, punctuation and width of letters make no difference', () => {
  const index = new NearDuplicates(0.9);
  assert.equal(index.add('a', 'Who keeps the tide gate at night?'), null);
  assert.deepEqual(index.add('b', 'who keeps the TIDE gate, at night'), { of: 'a', similarity: 1 });
  assert.equal(index.add('c', '潮車の門は誰が守りますか'), null);
  assert.equal(index.add('d', '潮車の門は誰が守りますか？')?.similarity, 1);
});

test('a text without words is no duplicate of another one', () => {
  const index = new NearDuplicates(0.5);
  assert.equal(index.add('a', '…'), null);
  assert.equal(index.add('b', '!!'), null);
});
