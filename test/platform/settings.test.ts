import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const documented = new Set(
  read('docs/settings.md')
    .split('The embedded stack alone')[0]
    ?.match(/(?<=`)[A-Z][A-Z0-9_]+(?=`)/g),
);
const settings = new Set(
  [
    'platform/config.ts',
    ...['auth', 'secret-files', 'telemetry', 'temporal', 'worker'].map((part) => `platform/config/${part}.ts`),
    'platform/browser/executables.ts',
    'platform/document-ai.ts',
  ]
    .map(read)
    .join('\n')
    .match(/(?<=')[A-Z][A-Z0-9]*_[A-Z0-9_]+(?=')|(?<=')(?:HOST|PORT|CONVERTERS)(?=')/g),
);

test('every setting is documented', () => {
  assert.deepEqual(
    [...settings].filter((name) => !documented.has(name)),
    [],
  );
});

test('every documented setting exists', () => {
  assert.deepEqual(
    [...documented].filter((name) => !settings.has(name)),
    [],
  );
});
