import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutDocument } from '../../../../activities/knowledge/texts/cut-document.ts';
import { DEFAULT_CHUNK_RULES } from '../../../../engines/knowledge/options.ts';

const headings = (markdown: string, title: string | null): string[] =>
  cutDocument(
    markdown,
    { title, pageSpans: [], structured: false },
    { ...DEFAULT_CHUNK_RULES, target_tokens: 8 },
  ).chunks.map(({ heading }) => heading);

test('a chunk without headings has the title of its document, without the number of a copy', () => {
  assert.deepEqual(headings('The wheel turns twice a day.', 'Minutes (2)'), ['Minutes']);
  assert.deepEqual(headings('The wheel turns twice a day.', null), ['']);
});

test('below headings, the title of the document does not appear', () => {
  const markdown = '# Gate\n\nIt closes by itself when the tide turns.\n\nIt needs two people to open by hand.';
  assert.deepEqual(headings(markdown, 'Minutes').at(-1), 'Gate');
});
