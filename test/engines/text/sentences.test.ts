import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentencesOf } from '../../../engines/text/sentences.ts';

const CASES: readonly (readonly [what: string, text: string, sentences: readonly string[]])[] = [
  [
    'spaces after the mark',
    'One is here. Two follows!  Is three last?',
    ['One is here.', 'Two follows!', 'Is three last?'],
  ],
  ['an abbreviation', 'Dr. Ames met Prof. Lind. They spoke.', ['Dr. Ames met Prof. Lind.', 'They spoke.']],
  ['a small letter behind it', 'It cost 3 mio. euros. Then it fell.', ['It cost 3 mio. euros.', 'Then it fell.']],
  ['quotes and brackets that close', '“Go.” (He went.) Then?', ['“Go.”', '(He went.)', 'Then?']],
  ['several marks', 'Really?! Yes… No.', ['Really?!', 'Yes…', 'No.']],
  ['Chinese, without spaces', '今天下雨。明天晴！好吗？', ['今天下雨。', '明天晴！', '好吗？']],
  ['Hindi', 'यह पहला है। यह दूसरा है।', ['यह पहला है।', 'यह दूसरा है।']],
  ['Hindi, without spaces', 'यह पहला है।यह दूसरा है।', ['यह पहला है।', 'यह दूसरा है।']],
  ['Arabic and Urdu', 'هل هذا أول؟ نعم. یہ دوسرا ہے۔ ختم', ['هل هذا أول؟', 'نعم.', 'یہ دوسرا ہے۔', 'ختم']],
  ['numbers', 'It is 3.5 wide. Next 1.000.', ['It is 3.5 wide.', 'Next 1.000.']],
];

for (const [what, text, sentences] of CASES) {
  test(`sentences end as they do in print: ${what}`, () => {
    const found = sentencesOf(text).map(([start, end]) => text.slice(start, end));
    assert.deepEqual(found, sentences);
  });
}

test('a part of a text has its own sentences, with places in the whole', () => {
  const text = 'Left out. Kept is this. And this. Left out.';
  const places = sentencesOf(text, 10, 33);
  assert.deepEqual(places, [
    [10, 23],
    [24, 33],
  ]);
});
