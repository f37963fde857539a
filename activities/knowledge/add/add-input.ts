/** The steps that make documents of inputs. What is wrong with an input is recorded as its outcome. */
import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import type { Database } from '../../../platform/database/client.ts';
import { MARKDOWN_TYPE } from '../../../platform/media-type/markdown.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import { mapConcurrently } from '../../../platform/map-concurrently.ts';
import { decoder } from '../../../platform/stored-json.ts';
import { DEFAULT_ACCESS_POLICY, guardedBy } from '../../../domain/access/policy.ts';
import { accessorOf } from '../../../domain/jobs/accessor.ts';
import type { JobError } from '../../../domain/jobs/model.ts';
import { datasetToWrite } from '../../../domain/knowledge/datasets/datasets.ts';
import type { DatasetRow } from '../../../domain/knowledge/datasets/datasets.ts';
import { INPUT_TYPES } from '../../../domain/knowledge/documents/documents.ts';
import type { NewDocument } from '../../../domain/knowledge/documents/documents.ts';
import { recordDocuments, recordFailure } from '../../../domain/knowledge/documents/inputs.ts';
import type {
  InputDocument,
  InputKey,
  InputOutcome,
  InputRecords,
  OutcomeCounts,
} from '../../../domain/knowledge/documents/inputs.ts';
import { documentIdOf, inputKey, newDocumentKey, newSourceKey } from '../../../domain/knowledge/datasets/keys.ts';
import { findDocument } from '../../../domain/parse/documents.ts';
import { guessLanguage } from '../../../engines/text/language.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Step } from '../../step/step.ts';
import { copySource } from './copy-source.ts';
import { datingOf } from './dating.ts';
import { findRecords } from './find-records.ts';
import { normalizeText } from './normalize-text.ts';
import { documentOfText } from './text-document.ts';
import { poolCaller } from '../../step/pool-caller.ts';
import type { TextPool } from '../processes/pool.ts';
import type { AddDocumentStep, AddInputStep, AddTextsStep, FailedInputStep } from '../types.ts';

export interface AddDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly texts: Pick<TextPool, 'survey'>;
  readonly config: { readonly parse: { readonly maxMarkdownBytes: number } };
}

/** What the API accepts of one input, with room for its escapes. */
const MAX_INPUT_BYTES = 16 * 1024 * 1024;

/** Texts in memory at once. */
const TEXTS_AT_ONCE = 8;

const inputOf = decoder(
  'An input of an Add job',
  Type.Object({
    input_type: Type.Enum(INPUT_TYPES),
    text: Type.Optional(Type.String()),
    uri: Type.Optional(Type.String()),
    object_id: Type.Optional(Type.String()),
    document_id: Type.Optional(Type.String()),
    label: Type.Optional(Type.String()),
    node_set: Type.Optional(Type.Array(Type.String())),
    metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
);
type Input = ReturnType<typeof inputOf>;

/** Makes documents of texts. How many inputs became what. */
export async function addTexts(dependencies: AddDependencies, about: AddTextsStep, step: Step): Promise<OutcomeCounts> {
  step.begin();
  const { database, objects } = dependencies;
  const dataset = await datasetToWrite(database, about.dataset_id);
  const read = await mapConcurrently(about.ordinals, TEXTS_AT_ONCE, step.signal, (ordinal) =>
    readText(dependencies, { ...about, ordinal }, dataset, step),
  );
  const made = read.flatMap((input) => ('document' in input ? [input] : []));
  const kept = await recordDocuments(database, { jobId: step.jobId, datasetId: dataset.id }, made, about.options);
  const counts = { added: 0, updated: 0, unchanged: 0, failed: read.length - made.length };
  for (const { outcome, discarded } of kept) {
    counts[outcome]++;
    for (const key of discarded) await objects.remove(key);
  }
  return counts;
}

/** The document of a text, its Markdown stored; what is wrong with the text is recorded. */
async function readText(
  { database, objects, texts }: AddDependencies,
  about: AddInputStep,
  dataset: DatasetRow,
  step: Step,
): Promise<InputDocument | { readonly outcome: 'failed' }> {
  const input = await readInput(objects, about, step);
  const { text = '', label = null } = input;
  const row = rowOf(about, input, null, step);
  const markdown = about.options.normalize_text ? normalizeText(text) : text.toWellFormed();
  if (markdown.trim() === '') {
    const error = new ServiceError('empty', 'The text holds only white space.');
    await recordFailure(database, { ...row, error: inputError(error) });
    return { outcome: 'failed' };
  }
  const stored = await documentOfText(objects, dataset.id, ['text', label], markdown);
  const sourceKey = about.options.persist_source_copy ? newSourceKey(dataset.id, stored.documentId) : null;
  if (sourceKey !== null) await objects.put(sourceKey, text, MARKDOWN_TYPE);
  const source = { title: label, mediaType: stored.mediaType, markdown: Buffer.from(markdown) };
  const records = about.options.structured_ingest
    ? await findRecords(texts, source, poolCaller(about.envelope, step))
    : null;
  const document: NewDocument = {
    ...common(about, dataset, input),
    ...stored,
    sourceKey,
    title: label,
    structured: hasRecords(records),
    accessPolicy: DEFAULT_ACCESS_POLICY,
    ...datingOf({ given: input.metadata?.date, markdown, title: null, name: label, source: null }),
  };
  return { row, document, records };
}

/** Copies a parsed document into the dataset: it stays when the job that parsed it is removed. */
export function addDocument(dependencies: AddDependencies, about: AddDocumentStep, step: Step): Promise<InputOutcome> {
  const { database, objects, texts, config } = dependencies;
  return recorded(dependencies, about, about.child_job_id, step, async (dataset, input) => {
    const row = await findDocument(database, accessorOf(about.envelope), about.document_id);
    const markdown = await objects.getBytes(row.markdownKey, {
      maxBytes: config.parse.maxMarkdownBytes,
      signal: step.signal,
    });
    const contentHash = sha256(markdown);
    const documentId = identifierOf(dataset, input, row.id);
    const sourceKey = about.options.persist_source_copy ? newSourceKey(dataset.id, documentId) : null;
    if (sourceKey !== null) await copySource(dependencies, row, sourceKey);
    const markdownKey = newDocumentKey(dataset.id, documentId);
    await objects.copy(row.markdownKey, markdownKey);
    const { metadata } = row;
    const mediaType = metadata.media_type;
    const source = { title: row.title ?? stemOf(metadata.filename) ?? input.label ?? null, mediaType, markdown };
    const records = about.options.structured_ingest
      ? await findRecords(texts, source, poolCaller(about.envelope, step))
      : null;
    const structured = hasRecords(records);
    const text = Buffer.from(markdown).toString('utf8');
    const dating = datingOf({
      given: input.metadata?.date,
      markdown: text,
      title: row.title,
      name: metadata.filename ?? input.label ?? null,
      source: metadata.source_created_at,
    });
    const document: NewDocument = {
      ...common(about, dataset, input),
      ...dating,
      documentId,
      contentHash,
      markdownKey,
      sourceKey,
      bytes: markdown.byteLength,
      uri: input.uri ?? metadata.final_url,
      objectId: row.objectId,
      // Without a title of its own a document is called after its file: readers must know where a passage comes from.
      title: source.title,
      mediaType,
      pageSpans: metadata.page_spans,
      structured,
      accessPolicy: guardedBy(row).accessPolicy,
      language: guessLanguage(text),
    };
    return { document, records };
  });
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

/** Keeps the document that `make` describes, and records what became of the input: a fault of its own is no failure of the step. */
async function recorded(
  { database, objects }: AddDependencies,
  about: AddInputStep,
  childJobId: string | null,
  step: Step,
  make: (dataset: DatasetRow, input: Input) => Promise<Omit<InputDocument, 'row'>>,
): Promise<InputOutcome> {
  step.begin();
  const dataset = await datasetToWrite(database, about.dataset_id);
  const input = await readInput(objects, about, step);
  const row = rowOf(about, input, childJobId, step);
  try {
    const made = await make(dataset, input);
    const place = { jobId: step.jobId, datasetId: dataset.id };
    const [kept] = await recordDocuments(database, place, [{ row, ...made }], about.options);
    if (!kept) throw new Error('each document is kept or known');
    for (const key of kept.discarded) await objects.remove(key);
    return kept.outcome;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.retryable) throw error;
    await recordFailure(database, { ...row, error: inputError(error) });
    return 'failed';
  }
}

async function readInput(objects: ObjectStore, { inputs_digest, ordinal }: AddInputStep, step: Step): Promise<Input> {
  const key = inputKey(step.jobId, inputs_digest, ordinal);
  const bytes = await objects.getBytes(key, { maxBytes: MAX_INPUT_BYTES, signal: step.signal });
  return inputOf(JSON.parse(Buffer.from(bytes).toString('utf8')));
}

function rowOf(
  { ordinal }: AddInputStep,
  { input_type: inputType, label }: Input,
  childJobId: string | null,
  { jobId }: Step,
): InputKey {
  return { jobId, ordinal, inputType, label: label ?? null, childJobId };
}

function inputError({ code, message, retryable, details }: ServiceError): JobError {
  return { code, message, retryable, details };
}

/** The members that documents have whatever they are made of. */
function common(
  { envelope }: AddInputStep,
  { id, tenantId }: DatasetRow,
  { input_type, label, node_set, metadata }: Input,
) {
  return {
    tenantId,
    datasetId: id,
    ownerSubject: envelope.subject,
    inputType: input_type,
    label: label ?? null,
    nodeSets: node_set ?? [],
    metadata: metadata ?? {},
  };
}

const hasRecords = (records: InputRecords | null): boolean => records !== null && records.records > 0;

/** The name of a file without its extension. */
function stemOf(filename: string | null): string | null {
  return filename?.replace(/\.[^.]{1,8}$/, '') || null;
}

/** The same address or object is the same document when it is added again; a document that was parsed before keeps its identifier. */
function identifierOf({ id }: DatasetRow, { uri, object_id }: Input, parsedId: string): string {
  if (uri !== undefined) return documentIdOf(id, ['uri', uri]);
  return object_id === undefined ? parsedId : documentIdOf(id, ['object', object_id]);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
