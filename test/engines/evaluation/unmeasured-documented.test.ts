import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { UNMEASURED } from '../../../engines/evaluation/options.ts';

test('the page of the metrics explains every reason for which a case has no score, and no other', async () => {
  const page = await readFile(new URL('../../../docs/evaluation-metrics.md', import.meta.url), 'utf8');
  const table = page.slice(page.indexOf('| reason |'), page.indexOf('\n## '));
  const reasons = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, reason]) => reason);
  assert.deepEqual(reasons, Object.keys(UNMEASURED));
});
