import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProcessorBudget } from '../../../../activities/parse/converters/processor-budget.ts';

const MIB = 1024 ** 2;
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const PACKED = ['zip', 'gzip', 'x-7z-compressed', 'epub+zip', 'vnd.oasis.opendocument.text', 'vnd.apple.pages'].map(
  (type) => `application/${type}`,
);
const pages = (completed: number) => ({ completed, total: null, unit: 'pages', message: null });

test('a small document gets some seconds, a large one more for each MiB', () => {
  const small = new ProcessorBudget('markdown_converter', 'text/html', 400_000).ms;
  assert.ok(small < 15_000, `${small} ms`);
  const large = new ProcessorBudget('markdown_converter', 'text/html', 20 * MIB).ms;
  assert.ok(large > 4 * small && large < 120_000, `${large} ms`);
});

test('a compressed document gets more time for its bytes, but no more than its usual unpacked size would', () => {
  const plain = new ProcessorBudget('markdown_converter', 'text/html', MIB).ms;
  for (const mediaType of [DOCX, ...PACKED]) {
    const packed = new ProcessorBudget('markdown_converter', mediaType, MIB).ms;
    assert.ok(packed > plain && packed < 5 * plain, `${mediaType}: ${packed} ms`);
  }
});

test('pages count when they are finished; those of nested documents one after the other', () => {
  const budget = new ProcessorBudget('markdown_converter', 'application/pdf', MIB);
  const before = budget.ms;
  budget.add(pages(2));
  const page = (budget.ms - before) / 2;
  budget.add(pages(2));
  assert.equal(budget.ms, before + 2 * page);
  for (const completed of [5, 1, 3]) budget.add(pages(completed));
  assert.equal(budget.ms, before + 8 * page);
  budget.add({ completed: 100, total: 100, unit: 'files', message: null });
  assert.equal(budget.ms, before + 8 * page);
});
