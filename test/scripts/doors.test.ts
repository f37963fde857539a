import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DOORS } from '../../scripts/lint/doors.mjs';
import { refusedLines } from '../support/lint.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('each door is there', () => {
  const paths = Object.entries(DOORS).flatMap(([room, doors]) => doors.map((door) => `${room}/${door}`));
  assert.ok(paths.length > 40);
  assert.deepEqual(
    paths.filter((path) => !existsSync(join(root, path))),
    [],
  );
});

test('the linter lets nobody into a room but by a door', () => {
  const allowed = [
    `export { findEngine } from '../engines/parse/catalog.ts';`,
    `export type { Period } from '../engines/knowledge/time/index.ts';`,
    `export { words } from '../engines/text/words.ts';`,
  ];
  const forbidden = [
    `export { charsetOf } from '../engines/parse/documents/charset.ts';`,
    `export type { Period } from '../engines/knowledge/time/period.ts';`,
    `import { rankInTime } from '../engines/knowledge/time/rank.ts';`,
    `const late = import('../domain/knowledge/datasets/datasets.ts');`,
  ];
  assert.deepEqual(refusedLines('activities', [...allowed, ...forbidden], ['doors']), forbidden);
});
