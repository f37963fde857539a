import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DEFAULT_PARSE_OPTIONS } from '../../../../engines/parse/options.ts';
import { DEFAULT_MAX_MARKDOWN_BYTES } from '../../../../engines/parse/documents/output-limit.ts';
import { ServiceError } from '../../../../errors/index.ts';
import { sniffMediaType } from '../../../../platform/media-type/index.ts';
import { convertWith, openParseConverters } from '../../../support/converters.ts';
import { cases, seed, some } from '../../../support/depth.ts';
import type { HostileFile } from '../../../support/hostile/file.ts';
import { fixedFiles } from '../../../support/hostile/fixed-files.ts';
import { generateFiles } from '../../../support/hostile/generate.ts';

const ALLOWED = ['read', 'encrypted', 'corrupt', 'empty', 'too_large', 'output_too_large', 'unsupported_type'];

const pool = openParseConverters({
  converters: 2,
  converterMemoryMb: 512,
  maxMarkdownBytes: DEFAULT_MAX_MARKDOWN_BYTES,
});
after(() => pool.close());

async function convert({ name, bytes }: HostileFile): Promise<string> {
  const mediaType = sniffMediaType(bytes, { filename: name, declared: null });
  const input = { bytes, mediaType, charset: null, filename: name, url: null, options: DEFAULT_PARSE_OPTIONS };
  try {
    await convertWith(pool, input);
    return 'read';
  } catch (error) {
    if (!(error instanceof ServiceError)) return String(error);
    // A reader that crashes instead of reporting an error. The request fails as it should, but the reader has a bug.
    const isFault = /made the converter/.test(error.message) || error.code === 'timeout';
    return isFault ? `${error.message} ${error.cause instanceof Error ? error.cause.stack : ''}` : error.code;
  }
}

/** The unacceptable outcomes among the files. */
async function badEnds(files: Iterable<HostileFile>, allowed: readonly string[]): Promise<string[]> {
  const bad: string[] = [];
  const queue = files[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      const outcome = await convert(next.value);
      if (!allowed.includes(outcome)) bad.push(`${next.value.name}: ${outcome}`);
    }
  };
  await Promise.all([lane(), lane()]);
  return bad;
}

test('every hostile file results in a document or an error of the catalog, and the converters survive', async () => {
  const files = fixedFiles();
  assert.ok(files.length >= 200, `${files.length} files`);
  assert.deepEqual(await badEnds(some(files, 'hostile files'), ALLOWED), []);
  assert.equal(await convert({ name: 'a.txt', bytes: Buffer.from('still here') }), 'read');
});

test('so does every seeded file, or it is too much work', async () => {
  assert.deepEqual(await badEnds(generateFiles(seed, cases(100)), [...ALLOWED, 'too_complex']), []);
});
