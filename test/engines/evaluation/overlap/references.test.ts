/**
 * BLEU, chrF, ROUGE-L and token F1 equal the reference implementations: sacrebleu 2.6.0, rouge-score 0.1.2 and SQuAD's
 * script.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sentenceBleu } from '../../../../engines/evaluation/overlap/bleu.ts';
import { chrf } from '../../../../engines/evaluation/overlap/chrf.ts';
import { MOST_WORDS, rougeL } from '../../../../engines/evaluation/overlap/rouge-l.ts';
import { isExactMatch, tokenF1 } from '../../../../engines/evaluation/overlap/token-f1.ts';
import { assertLinearInText } from '../../../support/linear.ts';

interface Vectors {
  readonly pairs: readonly {
    readonly hyp: string;
    readonly ref: string;
    readonly bleu: number;
    readonly chrf: number;
    readonly rougeL: number;
    readonly f1: number;
  }[];
}

const VECTORS = new URL('../../../../../shared/prototypes/evaluation/test/vectors_text.json', import.meta.url);
const ROUNDING = 1e-6;

const near = (actual: number, expected: number, what: string): void =>
  assert.ok(Math.abs(actual - expected) < ROUNDING, `${what}: ${actual}, not ${expected}`);

test(
  'all metrics equal their references on the vectors',
  { skip: !existsSync(VECTORS) && 'the vectors are absent' },
  () => {
    const { pairs }: Vectors = JSON.parse(readFileSync(VECTORS, 'utf8'));
    assert.ok(pairs.length >= 100);
    for (const { hyp: actual, ref: expected, ...reference } of pairs) {
      const pair = { actual, expected };
      near(sentenceBleu(pair), reference.bleu, `BLEU of ${actual}`);
      near(chrf(pair), reference.chrf, `chrF of ${actual}`);
      near(rougeL(pair).f1, reference.rougeL, `ROUGE-L of ${actual}`);
      near(tokenF1(pair), reference.f1, `F1 of ${actual}`);
    }
  },
);

const PAIR = { actual: 'The mill was built in 1418.', expected: 'The tide mill at Eling was built in 1418.' };

test('a pair has the scores that the references give it', () => {
  // Precisions 7/7, 4/6, 3/5 and 2/4; 7 tokens for 10.
  near(sentenceBleu(PAIR), 100 * Math.exp(1 - 10 / 7) * ((4 / 6) * (3 / 5) * (2 / 4)) ** (1 / 4), 'BLEU');
  near(rougeL(PAIR).precision, 1, 'precision');
  near(rougeL(PAIR).recall, 6 / 9, 'recall');
  near(tokenF1(PAIR), (2 * 5) / (5 + 8), 'F1');
});

test('a text is equal to itself, and to nothing when one is empty', () => {
  const same = { actual: PAIR.expected, expected: PAIR.expected };
  for (const [metric, most] of [
    [sentenceBleu, 100],
    [chrf, 100],
    [tokenF1, 1],
  ] as const) {
    near(metric(same), most, metric.name);
    near(metric({ actual: '', expected: PAIR.expected }), 0, metric.name);
    near(metric({ actual: PAIR.expected, expected: '' }), 0, metric.name);
  }
  near(rougeL({ actual: '', expected: 'a' }).f1, 0, 'ROUGE-L');
  assert.ok(isExactMatch({ actual: 'An elm paddle!', expected: 'elm paddle' }));
  assert.ok(!isExactMatch({ actual: 'elm paddles', expected: 'elm paddle' }));
});

test('the longest common subsequence is right across blocks of bits', () => {
  for (const length of [1, 29, 30, 31, 60, 61, 200]) {
    const words = Array.from({ length }, (_word, index) => `w${index % 7}x${index}`);
    const kept = words.filter((_word, index) => index % 3 !== 1);
    const overlap = rougeL({ actual: kept.join(' '), expected: words.join(' ') });
    near(overlap.precision, 1, `precision of ${length}`);
    near(overlap.recall, kept.length / length, `recall of ${length}`);
  }
  assert.equal(rougeL({ actual: 'b a', expected: 'a b' }).precision, 0.5);
});

test('a text of any length is compared in bounded time', () => {
  const text = Array.from({ length: 2 * MOST_WORDS }, (_word, index) => `w${index % 1000}`).join(' ');
  assert.equal(rougeL({ actual: text, expected: text }).f1, 1);
});

test('BLEU, chrF and F1 of hostile texts take linear time', async () => {
  await assertLinearInText('overlap', (text) => {
    const pair = { actual: text, expected: text };
    return [sentenceBleu(pair), chrf(pair), tokenF1(pair)];
  });
});
