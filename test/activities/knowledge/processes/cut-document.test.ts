import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutDocument, describeChunk } from '../../../../activities/knowledge/processes/cut-document.ts';
import { DEFAULT_CHUNK_RULES } from '../../../../engines/text/options.ts';

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

test('a chunk that continues a table is about what the headings say, not about the names of the columns', () => {
  const rows = Array.from({ length: 9 }, (_, index) => `| T-${index} | The oven heats unevenly |`).join('\n');
  const markdown = `# Tickets\n\n| Ticket | Subject |\n| --- | --- |\n${rows}`;
  const rules = { ...DEFAULT_CHUNK_RULES, target_tokens: 8 };
  const last = cutDocument(markdown, { title: null, pageSpans: [], structured: false }, rules).chunks.at(-1);
  assert.ok(last);
  assert.equal(last.heading, 'Tickets › | Ticket | Subject |');
  assert.deepEqual(
    describeChunk(last, 'en').titleMentions.map(({ name }) => name),
    ['tickets'],
  );
});
