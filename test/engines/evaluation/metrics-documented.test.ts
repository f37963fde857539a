import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { METRICS } from '../../../engines/evaluation/metrics/index.ts';
import { UNMEASURED } from '../../../engines/evaluation/options.ts';

const page = await readFile(new URL('../../../docs/evaluation-metrics.md', import.meta.url), 'utf8');

test('the page of the metrics says of each that a model can judge what it is asked', () => {
  const section = page.slice(page.indexOf('\n## Metrics judged by a model'));
  const rows = section.slice(0, section.indexOf('\n## ', 1)).matchAll(/^\| ((?:`\w+\.\w+`(?:, )?)+) \|/gm);
  const described = [...rows].flatMap(([, keys = '']) => [...keys.matchAll(/[\w.]+/g)].map(([key]) => key));
  const judged = METRICS.filter(({ judges }) => judges.includes('model')).map(({ key }) => key);
  assert.deepEqual(described.toSorted(), judged.toSorted());
});

test('the page of the metrics explains every reason for which a case has no score, and no other', () => {
  const table = page.slice(page.indexOf('| reason |'), page.indexOf('\n## '));
  const reasons = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, reason]) => reason);
  assert.deepEqual(reasons, Object.keys(UNMEASURED));
});
