/** Makes the formats of a stored document, and stores them beside it. */
import { Readable } from 'node:stream';
import { fairnessKey } from '../../../domain/jobs/priority.ts';
import { documentIdOfJob } from '../../../domain/ids.ts';
import { readDocument, writeFiles } from '../../../domain/parse/documents.ts';
import type { DocumentFile, KeptImage } from '../../../domain/parse/documents.ts';
import { folderOf, formatKeyOf, markdownKeyOf, placesKeyOf } from '../../../domain/parse/keys.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import type { PoolInput } from '../../../platform/process-pool/pooled-process.ts';
import type { Step } from '../../step/step.ts';
import { askConverter } from '../converters/ask.ts';
import type { ConverterPool } from '../converters/pool.ts';
import type { ConverterOutput } from '../converters/request.ts';
import { OutputKeeper } from '../keep/keep-outputs.ts';
import { storedInput } from '../stored-input.ts';
import type { FormatsInput } from '../types.ts';
import { keepZip } from './keep-zip.ts';

export interface FormatsDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly converters: ConverterPool;
}

/** Images of a document that become part of its HTML, in all; of the others, the descriptions remain. */
const MAX_EMBEDDED_BYTES = 24 * 1024 * 1024; // a third of what a converter may hold with its copies

/** Requires the document of the step's job. A repeated attempt writes the same files again. */
export async function makeFormats(
  { database, objects, converters }: FormatsDependencies,
  { envelope, formats }: FormatsInput,
  step: Step,
): Promise<null> {
  const row = await readDocument(database, documentIdOfJob(step.jobId));
  if (row === null) throw new ServiceError('not_found', 'The document of this job is no longer kept.');
  const { metadata } = row;
  const folder = folderOf(step.jobId);
  const embedded = formats.includes('html') ? embeddable(metadata.images) : [];
  const keeper = new OutputKeeper(objects, step.signal);
  const files: DocumentFile[] = [];
  const onOutput = (output: ConverterOutput, content: Readable, bytes: number): Promise<void> => {
    if (output.kind !== 'format') throw new Error('A converter was asked for formats and returned something else.');
    const { format, name, mediaType } = output;
    files.push({ format, name, media_type: mediaType, bytes });
    return keeper.keep(formatKeyOf(folder, name), mediaType, content, bytes);
  };
  const answer = await askConverter(
    converters,
    {
      kind: 'formats',
      source_bytes: metadata.markdown_bytes,
      formats,
      title: metadata.title,
      language: metadata.language,
      pages: metadata.page_spans,
      images: embedded.map(({ name, media_type: mediaType }) => ({ name, mediaType })),
    },
    {
      inputs: [
        storedInput(objects, markdownKeyOf(folder), metadata.markdown_bytes),
        placesOf(objects, folder, metadata.places_bytes ?? 0),
        ...embedded.map(({ key, bytes }) => storedInput(objects, key, bytes)),
      ],
      onOutput,
      timeoutMs: envelope.limits.step_timeout_ms,
      key: fairnessKey(envelope.tenant_id),
      isUnderWay: true,
    },
    step,
  );
  if (answer.kind !== 'formats') throw new Error('A converter was asked for formats and answered something else.');
  await keeper.done();
  if (formats.includes('zip')) files.push(await keepZip(objects, folder, { metadata, files }, step.signal));
  await writeFiles(database, row, files, answer.warnings);
  return null;
}

/** The first images of a document that fit. */
export function embeddable(images: readonly KeptImage[]): KeptImage[] {
  let total = 0;
  return images.filter(({ bytes }) => (total += bytes) <= MAX_EMBEDDED_BYTES);
}

function placesOf(objects: ObjectStore, folder: string, bytes: number): PoolInput {
  return bytes === 0
    ? { bytes, open: async () => Readable.from([]) }
    : storedInput(objects, placesKeyOf(folder), bytes);
}
