import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { askedWords } from '../../../../engines/knowledge/retrieval/question.ts';
import type { AskedWord } from '../../../../engines/knowledge/retrieval/question.ts';
import { highlight, marksIn } from '../../../../engines/knowledge/answer/highlight.ts';
import type { Highlight } from '../../../../engines/knowledge/answer/highlight.ts';
import type { Language } from '../../../../engines/text/stop-words.ts';
import { readQuestion } from '../../../../engines/knowledge/retrieval/question.ts';
import { assertLinearInText } from '../../../support/linear.ts';
import { runs } from '../../../support/depth.ts';

const asked = (question: string, language: Language = 'en'): AskedWord[] =>
  askedWords(readQuestion(question, [language]), {
    texts: 100,
    averageLength: 50,
    frequencies: new Map([['citi', 50]]),
  });

function shown(text: string, found: Highlight | null): { readonly text: string; readonly marks: string[] } | null {
  return (
    found && {
      text: text.slice(found.start, found.end),
      marks: found.marks.map(({ start, end }) => text.slice(start, end)),
    }
  );
}

test('the sentence with the rarest words of the question is shown, its words marked in any form', () => {
  const text = 'It is the city of cities. Two bridges cross the Aire. Leeds is old.';
  assert.deepEqual(shown(text, highlight(asked('Which bridge of the city crosses?'), text, 'en')), {
    text: 'Two bridges cross the Aire.',
    marks: ['bridges', 'cross'],
  });
});

test('without a word of the question, the first sentence is shown; without a sentence, none', () => {
  assert.deepEqual(shown('York. Leeds.', highlight(asked('Which bridge?'), 'York. Leeds.', 'en')), {
    text: 'York.',
    marks: [],
  });
  assert.equal(highlight(asked('Which bridge?'), '```\nbridge\n```', 'en'), null);
});

test('a highlight has at most 600 characters', () => {
  const text = `| bridge | ${'x '.repeat(500)}bridge |`;
  const found = highlight(asked('Which bridge?'), text, 'en');
  assert.deepEqual([found?.end, found?.marks], [600, [{ start: 2, end: 8 }]]);
});

test('characters of a script without spaces are marked, not the whole sentence', () => {
  const text = '東京都は日本の首都です。';
  assert.deepEqual(shown(text, highlight(asked('日本の首都'), text, 'en'))?.marks, ['日本の首都']);
  const once = marksIn(asked('首都'), text, { start: 0, end: text.length }, 'en');
  assert.deepEqual(once, [{ start: 7, end: 9 }]);
});

test('marks lie in the span, in order, without overlap', () => {
  const words = fc.array(fc.constantFrom('bridge', ' ', 'Bridges', '首都', '𠮷野', 'ﬁne', '. ', '\n'));
  fc.assert(
    fc.property(words, (pieces) => {
      const text = pieces.join('');
      const found = highlight(asked('bridge 首都 𠮷野 fine'), text, 'en');
      let end = found?.start ?? 0;
      for (const [index, mark] of (found?.marks ?? []).entries()) {
        assert.ok(index === 0 ? mark.start >= end : mark.start > end);
        assert.ok(mark.end > mark.start && mark.end <= (found?.end ?? 0));
        ({ end } = mark);
      }
    }),
    runs(),
  );
});

test('a highlight takes linear time in the text', async () => {
  await assertLinearInText('a highlight', (text) => highlight(asked('a http'), text, 'en'));
});
