/** The documentation names files of the project by their paths, or by their names where the folder is clear. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = 'api|workflows|activities|domain|engines|platform|temporal-config|embedded|doctor|errors|test';
const files = globSync(`{${FOLDERS.replaceAll('|', ',')}}/**/*.ts`, { cwd: root });
const known = new Set([...files, ...files.map((file) => basename(file))]);

/** Patterns and placeholders, such as `workflows/<domain>.ts`, name no file. */
const NAMED = new RegExp(`\`((?:(?:${FOLDERS})/[\\w./-]+|[a-z0-9-]+)\\.ts)\``, 'g');

for (const document of ['ARCHITECTURE.md', ...globSync('docs/**/*.md', { cwd: root })]) {
  test(`${document} names files that exist`, () => {
    const named = [...readFileSync(join(root, document), 'utf8').matchAll(NAMED)].map(([, name = '']) => name);
    const missing = named.filter((name) => !known.has(name));
    assert.deepEqual(missing, []);
  });
}
