import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHECKOUT } from '../support/service/npm-script.ts';

test('a command that finds its packages installed writes nothing among them: others read there meanwhile', () => {
  const note = join(CHECKOUT, 'node_modules/.installed-from');
  const start = (): void => {
    execFileSync(process.execPath, ['scripts/run.mjs', 'domain/ids.ts'], { cwd: CHECKOUT });
  };
  start();
  const { ino, mtimeMs } = statSync(note);
  start();
  assert.deepEqual({ ino, mtimeMs }, { ino: statSync(note).ino, mtimeMs: statSync(note).mtimeMs });
});
