import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DOCUMENTED_SETTINGS } from '../support/settings.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const settings = new Set(
  [
    'platform/config.ts',
    ...['auth', 'body-limits', 'cors', 'network', 'proxy', 'secret-files', 'telemetry', 'temporal', 'worker'].map(
      (part) => `platform/config/${part}.ts`,
    ),
    'platform/browser/executables.ts',
    'platform/document-ai.ts',
  ]
    .map(read)
    .join('\n')
    .match(/(?<=')[A-Z][A-Z0-9]*_[A-Z0-9_]+(?=')|(?<=')(?:HOST|PORT|CONVERTERS)(?=')/g),
);

test('every setting is documented', () => {
  assert.deepEqual(
    [...settings].filter((name) => !DOCUMENTED_SETTINGS.has(name)),
    [],
  );
});

test('every documented setting exists', () => {
  assert.deepEqual(
    [...DOCUMENTED_SETTINGS].filter((name) => !settings.has(name)),
    [],
  );
});
