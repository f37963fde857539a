/** The commands of package.json as somebody calls them who does not know them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import packageJson from '../../package.json' with { type: 'json' };
import { argumentsOf, CHECKOUT, runNpmScript } from '../support/service/npm-script.ts';
import type { NpmScript } from '../support/service/npm-script.ts';

const QUICKSTART = 'usage: npm run quickstart [-- --exit]\n';

/** What it is given is for another program, which has a help of its own. */
const PASSED_ON = new Set(['temporal']);

test('--help prints the help', async () => {
  for (const option of ['--help', '-h']) {
    assert.deepEqual(await runNpmScript('quickstart', [option]), { code: 0, output: QUICKSTART });
  }
});

test('an unknown argument is named, with the usage of the command', async () => {
  for (const [given, reason] of [
    ['--no-such-option', "Unknown option '--no-such-option'."],
    ['--exit=now', "Option '--exit' does not take an argument."],
    ['stray', "Unexpected argument 'stray'."],
  ] as const) {
    assert.deepEqual(await runNpmScript('quickstart', [given]), { code: 2, output: `${reason}\n${QUICKSTART}` });
  }
});

for (const [name, line] of Object.entries(packageJson.scripts)) {
  if (!line.includes('scripts/run.mjs')) continue;
  test(`npm run ${name} has no shell between npm and the command, which would take the signals`, () => {
    assert.match(line, /^exec node scripts\/run\.mjs [^&|;]+$/);
  });
  if (PASSED_ON.has(name)) continue;
  test(`npm run ${name} reads its options this way`, () => {
    const script = argumentsOf(name as NpmScript).findLast((word) => word.endsWith('.ts')) ?? assert.fail(line);
    const text = readFileSync(join(CHECKOUT, script), 'utf8');
    assert.match(text, new RegExp(`(read(Options|Words)\\(\\s*|USAGE = )'npm (run )?${name}(?=['\\s])`));
    assert.doesNotMatch(text, /\bparseArgs\b|process\.argv/, 'nor in any other way');
  });
}
