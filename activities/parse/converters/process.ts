/**
 * Entry point of a converter process. Its arguments are the maximum size of its Markdown, in bytes, and for document AI
 * the models' folder and the number of threads.
 */
import { createHash } from 'node:crypto';
import type { ArchiveFile } from '../../../domain/parse/archive-files.ts';
import {
  splitDocument,
  assertMarkdown,
  outputLimit,
  outputLimitOf,
  withOutputLimit,
  decodePlaces,
} from '../../../engines/parse/documents/index.ts';
import { rangedConverter, runEngine } from '../../../engines/parse/engines.ts';
import type {
  ParseContext,
  ParsedDocument,
  ParsedImage,
  ParseInput,
  ParseWarning,
  Progress,
} from '../../../engines/parse/documents/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { RequestContext } from '../../../platform/process-pool/calls.ts';
import { serveProcessPool } from '../../../platform/process-pool/child.ts';
import type { ConverterAnswer, ConverterOutput, ConverterRequest, FormatsWork } from './request.ts';

type Deliver = RequestContext<Progress, ConverterOutput>['deliver'];

const NOTHING = new Uint8Array();

const [, , maxMarkdownBytes, directory, threads] = process.argv;
const documentAi = directory === undefined ? undefined : { directory, threads: Number(threads) };

const converterCalls = {
  convert: (
    request: ConverterRequest,
    { inputs, deliver, signal, onProgress }: RequestContext<Progress, ConverterOutput>,
  ) =>
    withOutputLimit(outputLimitOf(request.source_bytes, Number(maxMarkdownBytes)), () =>
      answer(request, inputs, deliver, { signal, onProgress, documentAi }),
    ),
};
export type ConverterCalls = typeof converterCalls;

serveProcessPool(converterCalls);

async function answer(
  request: ConverterRequest,
  [first = NOTHING, ...others]: readonly Uint8Array[],
  deliver: Deliver,
  context: ParseContext,
): Promise<ConverterAnswer> {
  if (request.kind === 'formats') return deliverFormats(request, [first, ...others], deliver);
  const { engine_id, input } = request;
  if (request.kind === 'unpack') return deliverFiles({ ...input, bytes: first }, deliver, context);
  const ranged = await rangedConverter(engine_id, input.mediaType);
  const source = { ...input, bytes: first };
  if (request.kind === 'document') {
    const long = (await ranged?.begin(source, context)) ?? null;
    if (long === null) return deliverDocument(await runEngine(engine_id, source, context), deliver);
    await deliver({ kind: 'survey' }, long.survey);
    return { kind: 'long', ranges: long.ranges };
  }
  if (ranged === null) throw new Error(`${engine_id} does not convert ${input.mediaType} in ranges.`);
  if (request.kind === 'join') return deliverDocument(await ranged.join(input, first, others), deliver);
  const [survey = NOTHING] = others;
  const { content, images } = await ranged.convert(source, survey, request.range, context);
  await deliver({ kind: 'part' }, content);
  await deliverImages(images, deliver);
  return { kind: 'part' };
}

async function deliverDocument(document: ParsedDocument, deliver: Deliver): Promise<ConverterAnswer> {
  assertMarkdown(document.markdown, outputLimit());
  const { facts, markdown, places } = splitDocument(document);
  await deliver({ kind: 'markdown' }, markdown);
  if (places.byteLength > 0) await deliver({ kind: 'places' }, places);
  await deliverImages(document.images, deliver);
  return { kind: 'document', document: facts };
}

async function deliverFormats(
  { formats, images, ...facts }: FormatsWork,
  [markdown = NOTHING, places = NOTHING, ...pictures]: readonly Uint8Array[],
  deliver: Deliver,
): Promise<ConverterAnswer> {
  const source = {
    ...facts,
    ...decodePlaces(places),
    markdown: Buffer.from(markdown).toString('utf8'),
    images: images.map((image, index) => ({ ...image, bytes: pictures[index] ?? NOTHING })),
  };
  const warnings: ParseWarning[] = [];
  const { formatFiles } = await import('../../../engines/parse/formats/index.ts');
  for (const { bytes, ...file } of formatFiles(source, formats, (warning) => void warnings.push(warning))) {
    await deliver({ kind: 'format', ...file }, bytes);
  }
  return { kind: 'formats', warnings };
}

async function deliverFiles(archive: ParseInput, deliver: Deliver, context: ParseContext): Promise<ConverterAnswer> {
  const { unpackArchive } = await import('../../../engines/parse/markdown_converter/archive/unpack.ts');
  const files: ArchiveFile[] = [];
  for await (const file of unpackArchive(archive, context.signal)) {
    if (file === 'more') return { kind: 'unpacked', files, has_more: true };
    const { path, content } = file;
    if (content instanceof ServiceError) {
      const { code, message, details } = content;
      files.push({ path, media_type: '', bytes: 0, sha256: '', error: { code, message, details } });
      continue;
    }
    const { bytes, mediaType } = content;
    await deliver({ kind: 'file', ordinal: files.length, mediaType }, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    files.push({ path, media_type: mediaType, bytes: bytes.byteLength, sha256, error: null });
    context.onProgress({ completed: files.length, total: null, unit: 'files', message: null });
  }
  return { kind: 'unpacked', files, has_more: false };
}

async function deliverImages(images: readonly ParsedImage[], deliver: Deliver): Promise<void> {
  for (const { bytes, ...image } of images) await deliver({ kind: 'image', ...image }, bytes);
}
