import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobProgress } from '../../../domain/jobs/model.ts';
import { Progress, progressText } from '../../../workflows/job/progress.ts';

const pages = (completed: number): JobProgress => ({ completed, total: 3, unit: 'pages', message: null });

test('once a workflow counts itself, its steps do not', () => {
  const emitted: unknown[] = [];
  const progress = new Progress({ emit: (_event, also) => emitted.push(also), show: () => undefined });
  progress.ofStep(pages(1));
  progress.count(pages(2));
  progress.ofStep(pages(3));
  assert.deepEqual(emitted, [
    { progress: pages(1), counts_progress: false },
    { progress: pages(2), counts_progress: true },
  ]);
  assert.deepEqual([progress.latest, progress.isOwnCount], [pages(2), true]);
});

test('progress in words', () => {
  assert.equal(progressText(pages(1)), '1 of 3 pages');
  assert.equal(progressText({ completed: 5, total: null, unit: 'bytes', message: 'reading' }), '5 bytes: reading');
});
