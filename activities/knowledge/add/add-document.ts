/**
 * The steps that make a document of an input that a child job has parsed. What is wrong with the input is recorded as
 * its outcome.
 */
import { createHash } from 'node:crypto';
import type { Database } from '../../../platform/database/client.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import { guardedBy } from '../../../domain/access/policy.ts';
import { accessorOf } from '../../../domain/jobs/accessor.ts';
import {
  datasetToWrite,
  documentIdOf,
  newDocumentKey,
  newSourceKey,
} from '../../../domain/knowledge/datasets/index.ts';
import type { DatasetRow } from '../../../domain/knowledge/datasets/index.ts';
import type { NewDocument, InputDocument, InputOutcome } from '../../../domain/knowledge/documents/index.ts';
import { recordDocuments, recordFailure } from '../../../domain/knowledge/documents/index.ts';
import { findDocument } from '../../../domain/parse/documents.ts';
import { guessLanguage } from '../../../engines/text/language.ts';
import { ServiceError } from '../../../errors/index.ts';
import { poolCaller } from '../../step/pool-caller.ts';
import type { Step } from '../../step/step.ts';
import type { TextPool } from '../processes/pool.ts';
import type { AddDocumentStep, FailedInputStep } from '../types.ts';
import { copySource } from './copy-source.ts';
import { datingOf } from './dating.ts';
import { findRecords } from './find-records.ts';
import { givenOf, readInput, recordFault, rowOf } from './input.ts';
import type { Input } from './input.ts';

export interface AddDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly texts: Pick<TextPool, 'survey'>;
  readonly config: { readonly parse: { readonly maxMarkdownBytes: number } };
}

export async function addDocument(
  dependencies: AddDependencies,
  about: AddDocumentStep,
  step: Step,
): Promise<InputOutcome> {
  step.begin();
  const { database, objects } = dependencies;
  const dataset = await datasetToWrite(database, about.dataset_id);
  const input = await readInput(objects, about, step);
  const row = rowOf(about, input, about.child_job_id, step);
  try {
    const made = await copyDocument(dependencies, about, dataset, input, step);
    const place = { jobId: step.jobId, datasetId: dataset.id };
    const [kept] = await recordDocuments(database, place, [{ row, ...made }], about.options);
    if (!kept) throw new Error('each document is kept or known');
    for (const key of kept.discarded) await objects.remove(key);
    return kept.outcome;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.retryable) throw error;
    await recordFault(database, row, error);
    return 'failed';
  }
}

/** Copies a parsed document into the dataset: it stays when the job that parsed it is removed. */
async function copyDocument(
  dependencies: AddDependencies,
  about: AddDocumentStep,
  dataset: DatasetRow,
  input: Input,
  step: Step,
): Promise<Omit<InputDocument, 'row'>> {
  const { database, objects, texts, config } = dependencies;
  const parsed = await findDocument(database, accessorOf(about.envelope), about.document_id);
  const { metadata } = parsed;
  const mediaType = metadata.media_type;
  const markdown = await objects.getBytes(parsed.markdownKey, {
    maxBytes: config.parse.maxMarkdownBytes,
    signal: step.signal,
  });
  const documentId = identifierOf(dataset, input, parsed.id);
  const sourceKey = about.options.persist_source_copy ? newSourceKey(dataset.id, documentId) : null;
  if (sourceKey !== null) await copySource(dependencies, parsed, sourceKey);
  const markdownKey = newDocumentKey(dataset.id, documentId);
  await objects.copy(parsed.markdownKey, markdownKey);
  // Without a title of its own a document is called after its file: readers must know where a passage comes from.
  const title = parsed.title ?? stemOf(metadata.filename) ?? input.label ?? null;
  const records = about.options.structured_ingest
    ? await findRecords(texts, { title, mediaType, markdown }, poolCaller(about.envelope, step))
    : null;
  const text = Buffer.from(markdown).toString('utf8');
  const dating = datingOf({
    given: input.metadata?.date,
    markdown: text,
    title: parsed.title,
    name: metadata.filename ?? input.label ?? null,
    source: metadata.source_created_at,
  });
  const document: NewDocument = {
    ...givenOf(about, dataset, input),
    ...dating,
    documentId,
    contentHash: createHash('sha256').update(markdown).digest('hex'),
    markdownKey,
    sourceKey,
    bytes: markdown.byteLength,
    uri: input.uri ?? metadata.final_url,
    objectId: parsed.objectId,
    title,
    mediaType,
    pageSpans: metadata.page_spans,
    structured: records !== null && records.records > 0,
    accessPolicy: guardedBy(parsed).accessPolicy,
    language: guessLanguage(text),
  };
  return { document, records };
}

/** Records an input whose parse job did not succeed. */
export async function recordFailedInput(
  { database, objects }: AddDependencies,
  about: FailedInputStep,
  step: Step,
): Promise<InputOutcome> {
  const { child_job_id, error } = about;
  const row = rowOf(about, await readInput(objects, about, step), child_job_id, step);
  await recordFailure(database, { ...row, error });
  return 'failed';
}

/** The name of a file without its extension. */
function stemOf(filename: string | null): string | null {
  return filename?.replace(/\.[^.]{1,8}$/, '') || null;
}

/**
 * The same address or object is the same document when it is added again; a document that was parsed before keeps its
 * identifier.
 */
function identifierOf({ id }: DatasetRow, { uri, object_id }: Input, parsedId: string): string {
  if (uri !== undefined) return documentIdOf(id, ['uri', uri]);
  return object_id === undefined ? parsedId : documentIdOf(id, ['object', object_id]);
}
