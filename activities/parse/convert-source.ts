/** A source to its document: in one go, or range by range with each finished range kept. */
import { deserialize, serialize } from 'node:v8';
import type { LongDocument } from '../../engines/parse/ranges.ts';
import type { ParsedDocument, Progress } from '../../engines/parse/types.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { ObjectStore } from '../../platform/objects.ts';
import type { ConverterAnswer, ConverterPool, ConverterRequest } from '../converters.ts';
import type { Step } from '../step.ts';
import { keepImages } from './keep-images.ts';
import type { KeptImage } from './keep-images.ts';

export interface ConversionDependencies {
  readonly objects: Pick<ObjectStore, 'put' | 'getBytes' | 'list'>;
  readonly converters: ConverterPool;
}

export interface Conversion {
  readonly request: Omit<ConverterRequest, 'part'>;
  /** Where the parts of a long document are kept, ending with a slash: of one job, engine and version of it. */
  readonly partsPrefix: string;
  /** Where pictures are kept, ending with a slash. */
  readonly imagesPrefix: string;
  /** Whose document it is: converters are shared fairly between keys. */
  readonly fairnessKey: string;
  /** Bound of each request to a converter. */
  readonly timeoutMs: number;
  /** Ranges of a long document that are converted at a time. */
  readonly concurrency: number;
}

/** What is used of the step that converts. */
export type ConversionStep = Pick<Step, 'signal' | 'checkpoint' | 'keep' | 'onProgress' | 'inTurn'>;

export interface ConvertedSource {
  readonly document: ParsedDocument;
  readonly images: readonly KeptImage[];
  /** Whether parts were kept: they have served once the document is kept. */
  readonly hasParts: boolean;
}

/** What the objects of the parts hold. */
interface KeptPart {
  readonly content: Uint8Array;
  readonly images: readonly KeptImage[];
}

const MAX_PART_BYTES = 256 * 1024 * 1024;
const CONTENT_TYPE = 'application/octet-stream';

/**
 * Converts a source and keeps its pictures. Of a long document each range is kept as an object when it is done: an
 * attempt after a worker's death converts only the others. `step.onProgress` counts pages over all ranges.
 */
export async function convertSource(
  dependencies: ConversionDependencies,
  conversion: Conversion,
  step: ConversionStep,
): Promise<ConvertedSource> {
  const { objects } = dependencies;
  const { imagesPrefix, partsPrefix } = conversion;
  const kept = step.checkpoint === partsPrefix ? await readKept<LongDocument>(objects, `${partsPrefix}survey`) : null;
  const begun: ConverterAnswer =
    kept === null ? await ask(dependencies, conversion, step, null, step.onProgress) : { kind: 'long', long: kept };
  if (begun.kind === 'long') return convertRanges(dependencies, conversion, begun.long, step);
  const document = documentOf(begun);
  return { document, images: await keepImages(objects, imagesPrefix, document.images), hasParts: false };
}

async function convertRanges(
  dependencies: ConversionDependencies,
  conversion: Conversion,
  long: LongDocument,
  step: ConversionStep,
): Promise<ConvertedSource> {
  const { objects } = dependencies;
  const { partsPrefix, imagesPrefix, concurrency } = conversion;
  const { survey, ranges } = long;
  if (step.checkpoint !== partsPrefix) await objects.put(`${partsPrefix}survey`, serialize(long), CONTENT_TYPE);
  step.keep(partsPrefix);

  const done = ranges.map(() => 0);
  const total = ranges.reduce((sum, range) => sum + range.pages, 0);
  const report = (index: number, pages: number): void => {
    done[index] = pages;
    // The survey was the first half.
    const completed = Math.floor((total + done.reduce((sum, each) => sum + each, 0)) / 2);
    step.onProgress({ completed, total, unit: 'pages', message: null });
  };
  const finished = await keysOf(objects, partsPrefix);
  const parts = await mapConcurrently(ranges, concurrency, step.signal, async (range, index, signal) => {
    const key = `${partsPrefix}${range.first}-${range.last}`;
    const kept = finished.has(key) ? await readKept<KeptPart>(objects, key) : null;
    if (kept !== null) {
      report(index, range.pages);
      return kept;
    }
    const request = { kind: 'convert', survey, range } as const;
    const answer = await ask(dependencies, conversion, { ...step, signal }, request, ({ completed }) =>
      report(index, completed),
    );
    if (answer.kind !== 'part') throw new Error('A converter was asked for a part and gave something else.');
    const part: KeptPart = {
      content: answer.part.content,
      images: await keepImages(objects, imagesPrefix, answer.part.images),
    };
    await objects.put(key, serialize(part), CONTENT_TYPE);
    return part;
  });
  const request = { kind: 'join', survey, parts: parts.map(({ content }) => content) } as const;
  const document = documentOf(await ask(dependencies, conversion, step, request, () => {}));
  const images = new Map(parts.flatMap((part) => part.images).map((image) => [image.name, image]));
  return { document, images: [...images.values()], hasParts: true };
}

function ask(
  { converters }: ConversionDependencies,
  { request, fairnessKey, timeoutMs }: Conversion,
  step: Pick<ConversionStep, 'signal' | 'inTurn'>,
  part: ConverterRequest['part'],
  onProgress: (progress: Progress) => void,
): Promise<ConverterAnswer> {
  const options = { timeoutMs, onProgress, key: fairnessKey, isUnderWay: part !== null };
  return step.inTurn(
    () => ({ for: 'converter', queued: converters.waiting(request.engine_id) }),
    ({ signal, onTaken }) =>
      converters.run({ ...request, part }, { ...options, signal: AbortSignal.any([step.signal, signal]), onTaken }),
  );
}

function documentOf(answer: ConverterAnswer): ParsedDocument {
  if (answer.kind !== 'document') throw new Error('A converter was asked for a document and gave something else.');
  return answer.document;
}

/** What an attempt before wrote with `serialize`; `null` when it is not there. */
async function readKept<T>(objects: ConversionDependencies['objects'], key: string): Promise<T | null> {
  try {
    return deserialize(await objects.getBytes(key, { maxBytes: MAX_PART_BYTES }));
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return null;
    throw error;
  }
}

async function keysOf(objects: ConversionDependencies['objects'], prefix: string): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const page of objects.list(prefix)) for (const { key } of page) keys.add(key);
  return keys;
}

/** The results in the order of the items. The first failure aborts what `use` is doing with the others. */
async function mapConcurrently<T, R>(
  items: readonly T[],
  concurrency: number,
  signal: AbortSignal,
  use: (item: T, index: number, signal: AbortSignal) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const work = async (): Promise<void> => {
    for (const [index, item] of queue) {
      either.throwIfAborted();
      results[index] = await use(item, index, either);
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
  } catch (error) {
    failed.abort(error);
    throw error;
  }
  return results;
}
