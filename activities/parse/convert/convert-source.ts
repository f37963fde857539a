/** Converts a source to its document, either at once or range by range with each finished range stored. */
import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { DocumentFacts, DocumentRange, Progress } from '../../../engines/parse/documents/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import { mapConcurrently } from '../../../platform/map-concurrently.ts';
import { MARKDOWN_TYPE } from '../../../platform/media-type/markdown.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import { decoder } from '../../../platform/stored-json.ts';
import type { PoolInput } from '../../../platform/process-pool/pooled-process.ts';
import { askConverter } from '../converters/ask.ts';
import type { ConverterPool } from '../converters/pool.ts';
import type { ConverterAnswer, ConverterOutput, EngineSource, EngineWork } from '../converters/request.ts';
import type { Step } from '../../step/step.ts';
import { PLACES_TYPE } from '../keep/keep-document.ts';
import { keptImage } from '../keep/keep-images.ts';
import { ImageSchema } from '../../../domain/parse/documents.ts';
import type { KeptImage } from '../../../domain/parse/documents.ts';
import { imagesPrefixOf, markdownKeyOf, placesKeyOf } from '../../../domain/parse/keys.ts';
import { OutputKeeper } from '../keep/keep-outputs.ts';
import { storedInput } from '../stored-input.ts';

export interface ConversionDependencies {
  readonly objects: Pick<ObjectStore, 'put' | 'putStream' | 'getBytes' | 'getStream' | 'list'>;
  readonly converters: ConverterPool;
}

export interface Conversion {
  readonly request: EngineSource;
  readonly source: PoolInput;
  /** Prefix for the parts of a long document, ending with a slash; unique to a job, engine and engine version. */
  readonly partsPrefix: string;
  /** Of the document, without a slash at its end. */
  readonly folder: string;
  /** Whose document it is. Converters are shared fairly between keys. */
  readonly fairnessKey: string;
  /** Timeout of each request to a converter. */
  readonly timeoutMs: number;
  /** How many ranges of a long document are converted at once. */
  readonly concurrency: number;
}

/** The parts of a step that a conversion uses. */
export type ConversionStep = Pick<
  Step,
  'signal' | 'priorityKey' | 'checkpoint' | 'keep' | 'spend' | 'onProgress' | 'inTurn'
>;

export interface ConvertedSource {
  readonly document: DocumentFacts;
  readonly images: readonly KeptImage[];
  /** Whether parts were stored. They are no longer needed once the document is stored. */
  readonly hasParts: boolean;
}

/** Stored next to the survey of a long document, after the survey is complete. */
interface KeptSurvey {
  readonly bytes: number;
  readonly ranges: readonly DocumentRange[];
}

/** Stored next to the content of a part, after the content is complete. */
interface KeptPart {
  readonly bytes: number;
  readonly images: readonly KeptImage[];
}

const surveyOf: (stored: unknown) => KeptSurvey = decoder(
  'What is kept beside a survey',
  Type.Object({
    bytes: Type.Integer(),
    ranges: Type.Array(Type.Object({ first: Type.Integer(), last: Type.Integer(), pages: Type.Integer() })),
  }),
);
const partOf: (stored: unknown) => KeptPart = decoder(
  'What is kept beside a part',
  Type.Object({ bytes: Type.Integer(), images: Type.Array(ImageSchema) }),
);

const CONTENT_TYPE = 'application/octet-stream';
/** Size limit of the records next to survey and parts, which are short. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/**
 * Converts a source and stores its Markdown and pictures, which pass through this process as streams. Each finished
 * range of a long document is stored, so an attempt after a worker crash converts only the remaining ranges.
 * `step.onProgress` counts pages over all ranges.
 */
export async function convertSource(
  dependencies: ConversionDependencies,
  conversion: Conversion,
  step: ConversionStep,
): Promise<ConvertedSource> {
  const { objects } = dependencies;
  const { partsPrefix } = conversion;
  const surveyKey = `${partsPrefix}survey`;
  const kept = step.checkpoint === partsPrefix ? await readKept(objects, surveyKey, surveyOf) : null;
  if (kept !== null) return convertRanges(dependencies, conversion, kept, step);
  const begun = await ask(dependencies, conversion, step, {
    work: { kind: 'document' },
    inputs: [conversion.source],
    contentKey: surveyKey,
    onProgress: step.onProgress,
  });
  if (begun.answer.kind !== 'long') return { ...convertedDocument(begun), hasParts: false };
  const survey: KeptSurvey = { bytes: begun.bytes, ranges: begun.answer.ranges };
  await keepBeside(objects, surveyKey, survey);
  return convertRanges(dependencies, conversion, survey, step);
}

async function convertRanges(
  dependencies: ConversionDependencies,
  conversion: Conversion,
  { bytes, ranges }: KeptSurvey,
  step: ConversionStep,
): Promise<ConvertedSource> {
  const { objects } = dependencies;
  const { partsPrefix, concurrency, source } = conversion;
  const survey = storedInput(objects, `${partsPrefix}survey`, bytes);
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
  const keyOf = ({ first, last }: DocumentRange): string => `${partsPrefix}${first}-${last}`;
  const parts = await mapConcurrently(ranges, concurrency, step.signal, async (range, index, signal) => {
    const key = keyOf(range);
    const kept = finished.has(besideOf(key)) ? await readKept(objects, key, partOf) : null;
    if (kept !== null) {
      report(index, range.pages);
      return kept;
    }
    const converted = await ask(
      dependencies,
      conversion,
      { ...step, signal },
      {
        work: { kind: 'range', range },
        inputs: [source, survey],
        contentKey: key,
        onProgress: ({ completed }) => report(index, completed),
      },
    );
    const part: KeptPart = { bytes: converted.bytes, images: converted.images };
    await keepBeside(objects, key, part);
    return part;
  });
  const contents = ranges.map((range, index) => storedInput(objects, keyOf(range), parts[index]?.bytes ?? 0));
  const joined = await ask(dependencies, conversion, step, {
    work: { kind: 'join' },
    inputs: [survey, ...contents],
    contentKey: null,
    onProgress: () => {},
  });
  const images = new Map(parts.flatMap((part) => part.images).map((image) => [image.name, image]));
  return { document: convertedDocument(joined).document, images: [...images.values()], hasParts: true };
}

interface Question {
  readonly work: EngineWork;
  readonly inputs: readonly PoolInput[];
  /** Object key for a survey or the content of a part. */
  readonly contentKey: string | null;
  readonly onProgress: (progress: Progress) => void;
}

interface Converted {
  readonly answer: ConverterAnswer;
  /** Already stored. */
  readonly images: readonly KeptImage[];
  /** Size of the survey or the content. */
  readonly bytes: number;
}

async function ask(
  { objects, converters }: ConversionDependencies,
  { request, source, folder, fairnessKey, timeoutMs }: Conversion,
  step: Pick<ConversionStep, 'signal' | 'priorityKey' | 'spend' | 'inTurn'>,
  { work, inputs, contentKey, onProgress }: Question,
): Promise<Converted> {
  const keeper = new OutputKeeper(objects, step.signal);
  const images: KeptImage[] = [];
  let contentBytes = 0;
  const onOutput = (output: ConverterOutput, content: Readable, bytes: number): Promise<void> => {
    if (output.kind === 'markdown') return keeper.keep(markdownKeyOf(folder), MARKDOWN_TYPE, content, bytes);
    if (output.kind === 'places') return keeper.keep(placesKeyOf(folder), PLACES_TYPE, content, bytes);
    if (output.kind === 'image') {
      const image = keptImage(imagesPrefixOf(folder), output, bytes);
      images.push(image);
      return keeper.keep(image.key, image.media_type, content, bytes);
    }
    if (contentKey === null) throw new Error('A converter returned content that was not requested.');
    contentBytes = bytes;
    return keeper.keep(contentKey, CONTENT_TYPE, content, bytes);
  };
  const answer = await askConverter(
    converters,
    { ...request, ...work, source_bytes: source.bytes },
    { inputs, onOutput, onProgress, timeoutMs, key: fairnessKey, isUnderWay: work.kind !== 'document' },
    step,
  );
  await keeper.done();
  return { answer, images, bytes: contentBytes };
}

function convertedDocument({ answer, images }: Converted): Pick<ConvertedSource, 'document' | 'images'> {
  if (answer.kind !== 'document') throw new Error('A converter was asked for a document and returned something else.');
  return { document: answer.document, images };
}

const besideOf = (key: string): string => `${key}.json`;

/** Writes a record next to an object, after the object. Its presence shows that the object is complete. */
function keepBeside(objects: ConversionDependencies['objects'], key: string, value: KeptSurvey | KeptPart) {
  return objects.put(besideOf(key), JSON.stringify(value), 'application/json');
}

/** Reads the record that an earlier attempt wrote with `keepBeside`; `null` when there is none. */
async function readKept<T>(
  objects: ConversionDependencies['objects'],
  key: string,
  decode: (stored: unknown) => T,
): Promise<T | null> {
  try {
    const bytes = await objects.getBytes(besideOf(key), { maxBytes: MAX_KEPT_BYTES });
    return decode(JSON.parse(new TextDecoder().decode(bytes)));
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
