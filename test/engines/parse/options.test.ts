import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeOptions, DEFAULT_PARSE_OPTIONS } from '../../../engines/parse/options.ts';

test('options that a job of an earlier release has not stored take their defaults', () => {
  assert.deepEqual(completeOptions({ images: 'omit' }), { ...DEFAULT_PARSE_OPTIONS, images: 'omit' });
});
