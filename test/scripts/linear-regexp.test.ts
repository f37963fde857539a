import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

const LINEAR = [
  'export const a = /^a+b/;',
  'export const b = new RegExp(a);',
  `export const c = { pattern: '^[a-z]{1,9}$' };`,
];
const REFUSED = [
  String.raw`export const d = /\s*\n\s*/g;`,
  String.raw`export const e = /\s+$/;`,
  'export const f = /<[^>]*>/;',
  `export const g = { pattern: '^(a+)+$' };`,
  `export const NAME_PATTERN = '^([a-z]+-?)*$';`,
  'export const h = (name: string) => new RegExp(`</${name}`);',
  `export const i = new RegExp('^x$');`,
];

test('a pattern that takes more than linear time is refused, wherever it is written', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tidemill-lint-'));
  try {
    mkdirSync(join(directory, 'engines'));
    copyFileSync(join(root, '.oxlintrc.json'), join(directory, '.oxlintrc.json'));
    // The plugin imports its parser from where it lies.
    symlinkSync(join(root, 'scripts'), join(directory, 'scripts'));
    writeFileSync(join(directory, 'engines/probe.ts'), [...LINEAR, ...REFUSED].join('\n'));
    const oxlint = join(root, 'node_modules/.bin/oxlint');
    const { stdout } = spawnSync(oxlint, ['--format=unix', 'engines'], { cwd: directory, encoding: 'utf8' });
    const lines = new Set([...stdout.matchAll(/:(\d+):\d+: .*linear-regexp/g)].map(([, line]) => Number(line)));
    assert.deepEqual(
      [...LINEAR, ...REFUSED].filter((_line, index) => lines.has(index + 1)),
      REFUSED,
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
});
