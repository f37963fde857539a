import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConverterPool } from '../../activities/converters.ts';
import { DEFAULT_PARSE_OPTIONS } from '../../engines/parse/options.ts';
import { DEFAULT_MAX_MARKDOWN_BYTES } from '../../engines/parse/output-limit.ts';
import { ServiceError } from '../../platform/errors.ts';
import { sniffMediaType } from '../../platform/media-type.ts';
import { fixedFiles } from '../support/hostile/fixed-files.ts';

/** Far above what any of the files may take; only one that has no end reaches it. */
const TIMEOUT_MS = 120_000;

test('every hostile file gives a document or an error of the catalogue, and the converters live on', async (t) => {
  const pool = createConverterPool({
    converters: 2,
    converterMemoryMb: 512,
    maxMarkdownBytes: DEFAULT_MAX_MARKDOWN_BYTES,
  });
  t.after(() => pool.close());
  const files = fixedFiles();
  assert.ok(files.length >= 200, `${files.length} files`);
  const { signal } = new AbortController();
  const bad: string[] = [];
  const convert = async (name: string, bytes: Uint8Array): Promise<string> => {
    const mediaType = sniffMediaType(bytes, { filename: name, declared: null });
    const input = { bytes, mediaType, charset: null, filename: name, url: null, options: DEFAULT_PARSE_OPTIONS };
    try {
      const options = { signal, timeoutMs: TIMEOUT_MS, key: 'a', isUnderWay: false };
      await pool.run({ engine_id: 'markdown_converter', input, part: null }, options);
      return 'read';
    } catch (error) {
      if (!(error instanceof ServiceError)) return String(error);
      // A reader that breaks where it should have told: it works, by the death of a process, but it is a fault.
      const isFault = /made the converter/.test(error.message) || error.code === 'timeout';
      return isFault ? `${error.message} ${error.cause instanceof Error ? error.cause.stack : ''}` : error.code;
    }
  };
  const allowed = ['read', 'encrypted', 'corrupt', 'empty', 'too_large', 'output_too_large', 'unsupported_type'];
  const queue = [...files];
  const worker = async (): Promise<void> => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const outcome = await convert(file.name, file.bytes);
      if (!allowed.includes(outcome)) bad.push(`${file.name}: ${outcome}`);
    }
  };
  await Promise.all([worker(), worker()]);
  assert.deepEqual(bad, []);
  assert.equal(await convert('a.txt', Buffer.from('still here')), 'read');
});
