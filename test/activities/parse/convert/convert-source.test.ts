import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ConversionOptions, ConverterPool } from '../../../../activities/parse/converters/pool.ts';
import type {
  ConverterAnswer,
  ConverterOutput,
  ConverterRequest,
} from '../../../../activities/parse/converters/request.ts';
import { convertSource } from '../../../../activities/parse/convert/convert-source.ts';
import type { Conversion, ConversionDependencies } from '../../../../activities/parse/convert/convert-source.ts';
import type { Step } from '../../../../activities/step/step.ts';
import { splitDocument } from '../../../../engines/parse/documents/document-facts.ts';
import { documentOf } from '../../../../engines/parse/documents/document.ts';
import { DEFAULT_PARSE_OPTIONS } from '../../../../engines/parse/options.ts';
import { ServiceError } from '../../../../errors/index.ts';
import { bytesInput } from '../../../../platform/process-pool/pooled-process.ts';

const PICTURE = { name: 'a.png', mediaType: 'image/png', bytes: Buffer.from('picture'), page: 1 };

const conversion: Conversion = {
  request: {
    engine_id: 'markdown_converter',
    input: {
      mediaType: 'application/pdf',
      charset: null,
      filename: null,
      url: null,
      options: DEFAULT_PARSE_OPTIONS,
    },
  },
  source: bytesInput(Buffer.from('long')),
  folder: 'jobs/j',
  fairnessKey: 'a',
  partsPrefix: 'jobs/j/parts/markdown_converter-1/',
  timeoutMs: 1000,
  concurrency: 2,
};

/** A store in memory. */
function memoryStore(): ConversionDependencies['objects'] & { readonly keys: () => string[] } {
  const stored = new Map<string, Uint8Array>();
  return {
    keys: () => [...stored.keys()].sort(),
    put: async (key, body) => void stored.set(key, Buffer.from(body)),
    putStream: async () => assert.fail('nothing here is large'),
    getStream: async (key) => Readable.from([stored.get(key) ?? assert.fail(key)]),
    getBytes: async (key) => {
      const bytes = stored.get(key);
      if (bytes === undefined) throw new ServiceError('not_found', 'There is no such object.');
      return bytes;
    },
    async *list(prefix) {
      const keys = [...stored.keys()].filter((key) => key.startsWith(prefix));
      yield keys.map((key) => ({ key, modifiedAt: new Date(0) }));
    },
  };
}

/** Treats every document as a long one with four ranges, records the requests, and fails those that `fails` selects. */
function converters(fails: (asked: string) => boolean = () => false): ConverterPool & { readonly asked: string[] } {
  const asked: string[] = [];
  const answer = async (
    request: ConverterRequest,
    { inputs, onOutput, signal }: ConversionOptions,
  ): Promise<ConverterAnswer> => {
    const deliver = async (output: ConverterOutput, content: string | Uint8Array): Promise<void> => {
      const bytes = Buffer.from(content);
      await onOutput?.(output, Readable.from([bytes]), bytes.byteLength);
    };
    if (request.kind === 'document') {
      const ranges = [1, 101, 201, 301].map((first) => ({ first, last: first + 99, pages: 100 }));
      await deliver({ kind: 'survey' }, 'survey');
      return { kind: 'long', ranges };
    }
    if (request.kind === 'join') {
      const [survey, ...parts] = await Promise.all(inputs.map(async ({ open }) => text(await open(signal))));
      assert.equal(survey, 'survey');
      const { facts, markdown } = splitDocument(documentOf(parts.join()));
      await deliver({ kind: 'markdown' }, markdown);
      return { kind: 'document', document: facts };
    }
    assert.ok(request.kind === 'range');
    await deliver({ kind: 'part' }, `${request.range.first}`);
    const { bytes, ...picture } = PICTURE;
    await deliver({ kind: 'image', ...picture }, bytes);
    return { kind: 'part' };
  };
  return {
    asked,
    run: async (request, options) => {
      const name = request.kind === 'range' ? `${request.range.first}` : request.kind;
      asked.push(name);
      if (fails(name)) throw new ServiceError('timeout', 'Not done.');
      if (request.kind === 'range') options.onProgress?.({ completed: 100, total: 100, unit: 'pages', message: null });
      return answer(request, options);
    },
    waiting: () => 0,
    close: async () => {},
  };
}

function stepOf(checkpoint: unknown = null): Step & { kept: unknown; readonly progress: number[] } {
  const progress: number[] = [];
  return {
    jobId: 'j',
    id: 'run/1',
    attempt: 1,
    priorityKey: 3,
    scheduledAt: new Date(0),
    signal: new AbortController().signal,
    onProgress: ({ completed }) => void progress.push(completed),
    begin: () => {},
    isInTheWay: () => false,
    inTurn: (_what, work) => work({ signal: new AbortController().signal, onTaken: () => {} }),
    checkpoint,
    keep(value) {
      this.kept = value;
    },
    spend: () => {},
    spent: () => [],
    isUnwanted: async () => false,
    kept: null,
    progress,
  };
}

/** One range at a time: when the last one fails, the others are done. */
const inOrder: Conversion = { ...conversion, concurrency: 1 };

const markdownIn = async (objects: ConversionDependencies['objects']): Promise<string> =>
  text(await objects.getStream(`${conversion.folder}/document.md`));

describe('a long document', () => {
  it('is converted in ranges and joined in order, with each picture stored once', async () => {
    const [objects, pool, step] = [memoryStore(), converters(), stepOf()];
    const { document, images, hasParts } = await convertSource({ objects, converters: pool }, conversion, step);
    assert.equal(await markdownIn(objects), '1,101,201,301');
    assert.equal(document.words, 4);
    assert.ok(hasParts);
    assert.deepEqual(images, [
      { name: 'a.png', key: 'jobs/j/images/a.png', media_type: 'image/png', bytes: 7, page: 1 },
    ]);
    assert.deepEqual(pool.asked, ['document', '1', '101', '201', '301', 'join']);
    assert.deepEqual(step.progress, [250, 300, 350, 400]);
  });

  it('keeps finished ranges: a retry converts only the others', async () => {
    const objects = memoryStore();
    const first = stepOf();
    const failing = { objects, converters: converters((asked) => asked === '301') };
    await assert.rejects(convertSource(failing, inOrder, first), /Not done/);
    assert.deepEqual(
      objects.keys().filter((key) => key.startsWith(conversion.partsPrefix)),
      ['1-100', '101-200', '201-300', 'survey'].flatMap((name) => [
        conversion.partsPrefix + name,
        `${conversion.partsPrefix}${name}.json`,
      ]),
    );

    const pool = converters();
    const second = stepOf(first.kept);
    const { images } = await convertSource({ objects, converters: pool }, conversion, second);
    assert.deepEqual(pool.asked, ['301', 'join']);
    assert.equal(await markdownIn(objects), '1,101,201,301');
    assert.equal(images.length, 1);
    assert.equal(second.progress.at(-1), 400);
  });

  it('is surveyed again when the record of the survey is lost, but no finished range is converted twice', async () => {
    const objects = memoryStore();
    const failing = { objects, converters: converters((asked) => asked === '301') };
    await assert.rejects(convertSource(failing, inOrder, stepOf()));
    const pool = converters();
    await convertSource({ objects, converters: pool }, conversion, stepOf());
    assert.deepEqual(pool.asked, ['document', '301', 'join']);
  });
});
