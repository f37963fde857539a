/** The commands of the documentation are those of package.json. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import packageJson from '../../package.json' with { type: 'json' };
import { CHECKOUT } from '../support/service/npm-script.ts';

/** npm runs it by itself. */
const UNLISTED = 'postinstall';
const scripts = Object.keys(packageJson.scripts).filter((name) => name !== UNLISTED);

function commandsOf(page: string): string[] {
  const text = readFileSync(join(CHECKOUT, page), 'utf8');
  const named = text.matchAll(/npm (?:run ([a-z:-]+)|(start|test)\b)/g);
  return [...named].map(([, script, short = '']) => script ?? short);
}

test('docs/commands.md lists every script', () => {
  const listed = commandsOf('docs/commands.md');
  assert.deepEqual(
    scripts.filter((name) => !listed.includes(name)),
    [],
  );
});

/** bench/RESULTS.md also names benches that were removed, with the commit that has them. */
const pages = ['ARCHITECTURE.md', 'README.md', ...globSync('docs/*.md', { cwd: CHECKOUT })];
for (const page of pages) {
  test(`${page} names no script that does not exist`, () => {
    assert.deepEqual(
      commandsOf(page).filter((name) => !scripts.includes(name)),
      [],
    );
  });
}
