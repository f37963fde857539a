import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { SetupError } from '../../../platform/setup-error.ts';
import { obtainTool } from '../../../embedded/setup/tools.ts';
import type { Tool } from '../../../embedded/setup/tools.ts';

const WORKING = '#!/bin/sh\necho 1.0\n';
const BROKEN = '#!/bin/sh\nexit 1\n';

function executable(path: string, script: string): string {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}

function setUp(t: TestContext, sources: Record<string, () => Promise<Uint8Array>>) {
  const directory = mkdtempSync(join(tmpdir(), 'tidemill-tools-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const cache = join(directory, 'cache');
  const tool: Tool = {
    executable: 'mill',
    variable: 'MILL_PATH',
    version: '1.0',
    versionArgs: ['--version'],
    sources: Object.entries(sources).map(([name, fetch]) => ({ name, fetch })),
    fix: 'install it',
  };
  return {
    cache,
    place: (name: string, script: string) => executable(join(directory, name), script),
    obtain: (env: Record<string, string>) => obtainTool(tool, cache, env, () => undefined),
  };
}

const never = () => Promise.reject(new Error('not to be asked'));
const bytes = (script: string) => Promise.resolve(Buffer.from(script));

test('a tool is taken from its variable, else from PATH, else from the cache', async (t) => {
  const { cache, place, obtain } = setUp(t, { never });
  const named = place('named/other', WORKING);
  const onPath = place('path/mill', WORKING);
  const cached = executable(join(cache, 'mill-1.0'), WORKING);
  const PATH = [join(cached, '..', 'missing'), join(onPath, '..')].join(delimiter);

  assert.equal(await obtain({ MILL_PATH: named, PATH }), named);
  assert.equal(await obtain({ PATH }), onPath);
  place('path/mill', BROKEN);
  assert.equal(await obtain({ PATH }), cached);
});

test('a variable that names something broken is an error, not a reason to look further', async (t) => {
  const { place, obtain } = setUp(t, { never });
  const broken = place('named/mill', BROKEN);
  await assert.rejects(obtain({ MILL_PATH: broken }), /^SetupError: MILL_PATH is .* does not run\. Fix: /);
});

test('a download that does not run gives way to the next source, and two starts at once share one cache', async (t) => {
  const { cache, obtain } = setUp(t, { broken: () => bytes(BROKEN), working: () => bytes(WORKING) });
  const cached = join(cache, 'mill-1.0');
  assert.deepEqual(await Promise.all([obtain({}), obtain({})]), [cached, cached]);
  assert.equal(readFileSync(cached, 'utf8'), WORKING);
  assert.deepEqual(readdirSync(cache), ['mill-1.0']);
});

test('a tool that cannot be had is one line with every reason and the fix', async (t) => {
  const offline = () => Promise.reject(new Error('pip failed\nno network'));
  const { obtain } = setUp(t, { offline, broken: () => bytes(BROKEN) });
  await assert.rejects(obtain({}), (error) => {
    assert.ok(error instanceof SetupError);
    assert.match(
      error.message,
      /^mill could not be downloaded \(offline: no network; broken: .*\)\. Fix: install it\.$/,
    );
    return true;
  });
});
