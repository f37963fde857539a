import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeBlocks } from '../../../../engines/parse/documents/markdown/blocks.ts';
import { PLAIN } from '../../../../engines/parse/documents/markdown/model.ts';
import type { Block } from '../../../../engines/parse/documents/markdown/model.ts';
import { withTitle } from '../../../../engines/parse/web_reader/title.ts';

const heading = (level: number, text: string): Block => ({
  kind: 'heading',
  level,
  content: [{ kind: 'text', text, format: PLAIN }],
});
const TEXT: Block = { kind: 'paragraph', content: [{ kind: 'text', text: 'Text.', format: PLAIN }] };

const markdownOf = (title: string | null, ...blocks: Block[]): string => writeBlocks(withTitle(blocks, title));

test('a first heading that says the title is the title', () => {
  const wheels = '# Water wheels\n\nText.\n\n## Sizes';
  for (const title of ['Water wheels', 'Water Wheels | The Miller', 'Water wheels (Mill 2)']) {
    assert.equal(markdownOf(title, heading(3, 'Water wheels'), TEXT, heading(2, 'Sizes')), wheels);
  }
  assert.equal(markdownOf('Water wheels - Manual', heading(2, '3.1 Water wheels')), '# 3.1 Water wheels');
  assert.equal(markdownOf('3.1. Water wheels', TEXT, heading(2, '3.1. Water wheels')), 'Text.\n\n# 3.1. Water wheels');
});

test('the title stands before other headings, and before a text without headings', () => {
  assert.equal(markdownOf('Water wheels', heading(2, 'Water'), TEXT), '# Water wheels\n\n## Water\n\nText.');
  assert.equal(markdownOf('Tide: mills', heading(2, 'Tide mills of Kent')), '# Tide: mills\n\n## Tide mills of Kent');
  assert.equal(markdownOf('– Mills', heading(2, '?')), '# – Mills\n\n## ?');
  assert.equal(markdownOf('Mills: a history', heading(3, 'Mills')), '# Mills: a history\n\n### Mills');
  assert.equal(markdownOf('C++ | Mills', heading(2, 'C')), '# C++ | Mills\n\n## C');
  assert.equal(markdownOf('Mills', TEXT), '# Mills\n\nText.');
});

test('a heading of level 1 is the title, wherever it stands', () => {
  assert.equal(markdownOf('Mills', heading(2, 'Mills'), heading(1, 'All mills')), '## Mills\n\n# All mills');
  assert.equal(markdownOf(null, heading(2, 'Mills')), '## Mills');
});
