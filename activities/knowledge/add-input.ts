/** The steps that make documents of inputs. What is wrong with an input is recorded as its outcome. */
import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { decoder } from '../../platform/stored.ts';
import { DEFAULT_ACCESS_POLICY, enforceAccess, guardedBy } from '../../domain/access/policy.ts';
import { accessorOf } from '../../domain/jobs/accessor.ts';
import { jobErrorOf } from '../../domain/jobs/failure.ts';
import { datasetToWrite } from '../../domain/knowledge/datasets.ts';
import type { DatasetRow } from '../../domain/knowledge/datasets.ts';
import { INPUT_TYPES } from '../../domain/knowledge/documents.ts';
import type { NewDocument } from '../../domain/knowledge/documents.ts';
import { recordDocument, recordFailure } from '../../domain/knowledge/inputs.ts';
import type { InputOutcome } from '../../domain/knowledge/inputs.ts';
import { documentIdOf, inputKey, newDocumentKey } from '../../domain/knowledge/keys.ts';
import { readDocument } from '../../domain/parse/documents.ts';
import { enforceObjectAccess } from '../../domain/storage/objects.ts';
import { guessLanguage } from '../../engines/knowledge/lexis/language.ts';
import { ServiceError } from '../../errors/index.ts';
import { MARKDOWN_TYPE } from '../parse/keep-document.ts';
import type { Step } from '../step/step.ts';
import { normalizeText } from './normalize-text.ts';
import type { AddDocumentStep, AddInputStep, FailedInputStep } from './types.ts';

export interface AddDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly config: { readonly parse: { readonly maxMarkdownBytes: number } };
}

/** What the API accepts of one input, with room for its escapes. */
const MAX_INPUT_BYTES = 16 * 1024 * 1024;

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

/** Makes a document of a text. */
export function addText(dependencies: AddDependencies, about: AddInputStep, step: Step): Promise<InputOutcome> {
  return recorded(dependencies, about, null, step, async (dataset, input) => {
    const { text = '', label = null } = input;
    const markdown = about.options.normalize_text ? normalizeText(text) : text.toWellFormed();
    if (markdown.trim() === '') throw new ServiceError('empty', 'The text holds only white space.');
    const bytes = Buffer.from(markdown);
    const contentHash = sha256(bytes);
    const documentId = documentIdOf(dataset.id, ['text', label ?? contentHash]);
    const markdownKey = newDocumentKey(dataset.id, documentId);
    await dependencies.objects.put(markdownKey, bytes, MARKDOWN_TYPE);
    return {
      ...common(about, dataset, input),
      ...{ documentId, contentHash, markdownKey, bytes: bytes.byteLength },
      ...{ uri: null, objectId: null, title: label, mediaType: 'text/markdown', pageSpans: [] },
      accessPolicy: DEFAULT_ACCESS_POLICY,
      language: guessLanguage(markdown),
    };
  });
}

/** Copies a parsed document into the dataset: it stays when the job that parsed it is removed. */
export function addDocument(dependencies: AddDependencies, about: AddDocumentStep, step: Step): Promise<InputOutcome> {
  const { database, objects, config } = dependencies;
  return recorded(dependencies, about, about.child_job_id, step, async (dataset, input) => {
    const row = await readDocument(database, about.document_id);
    const caller = accessorOf(about.envelope);
    if (!row || row.tenantId !== caller.tenantId) {
      throw new ServiceError('not_found', `There is no document ${about.document_id}.`);
    }
    enforceAccess(caller, guardedBy(row), `document ${row.id}`);
    if (row.objectId !== null) await enforceObjectAccess({ database }, caller, row.objectId);
    const markdown = await objects.getBytes(row.markdownKey, {
      maxBytes: config.parse.maxMarkdownBytes,
      signal: step.signal,
    });
    const contentHash = sha256(markdown);
    const documentId = identifierOf(dataset, input, row.id);
    const markdownKey = newDocumentKey(dataset.id, documentId);
    await objects.copy(row.markdownKey, markdownKey);
    const { metadata } = row;
    return {
      ...common(about, dataset, input),
      ...{ documentId, contentHash, markdownKey, bytes: markdown.byteLength },
      ...{ uri: input.uri ?? metadata.final_url, objectId: row.objectId, title: row.title },
      ...{ mediaType: metadata.media_type, pageSpans: metadata.page_spans },
      accessPolicy: guardedBy(row).accessPolicy,
      language: guessLanguage(Buffer.from(markdown).toString('utf8')),
    };
  });
}

/** Records an input whose parse job did not succeed. */
export async function recordFailedInput(
  { database, objects }: AddDependencies,
  about: FailedInputStep,
  step: Step,
): Promise<InputOutcome> {
  const { child_job_id: childJobId, error, ordinal } = about;
  const { input_type: inputType, label = null } = await readInput(objects, about, step);
  await recordFailure(database, { jobId: step.jobId, ordinal, inputType, label, childJobId, error });
  return 'failed';
}

/** Keeps the document that `make` describes, and records what became of the input: a fault of its own is no failure of the step. */
async function recorded(
  { database, objects }: AddDependencies,
  about: AddInputStep,
  childJobId: string | null,
  step: Step,
  make: (dataset: DatasetRow, input: Input) => Promise<NewDocument>,
): Promise<InputOutcome> {
  step.begin();
  const dataset = await datasetToWrite(database, about.dataset_id);
  const input = await readInput(objects, about, step);
  const { input_type: inputType, label = null } = input;
  const row = { jobId: step.jobId, ordinal: about.ordinal, inputType, label, childJobId };
  try {
    const document = await make(dataset, input);
    const { outcome, isKept } = await recordDocument(database, row, document, about.options);
    if (!isKept) await objects.remove(document.markdownKey);
    return outcome;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.retryable) throw error;
    await recordFailure(database, { ...row, error: jobErrorOf(error) });
    return 'failed';
  }
}

async function readInput(objects: ObjectStore, { inputs_digest, ordinal }: AddInputStep, step: Step): Promise<Input> {
  const key = inputKey(step.jobId, inputs_digest, ordinal);
  const bytes = await objects.getBytes(key, { maxBytes: MAX_INPUT_BYTES, signal: step.signal });
  return inputOf(JSON.parse(Buffer.from(bytes).toString('utf8')));
}

/** The members that documents have whatever they are made of. */
function common(
  { envelope }: AddInputStep,
  { id, tenantId }: DatasetRow,
  { input_type, label, node_set, metadata }: Input,
) {
  return {
    ...{ tenantId, datasetId: id, ownerSubject: envelope.subject, inputType: input_type, label: label ?? null },
    ...{ nodeSets: node_set ?? [], metadata: metadata ?? {}, sourceKey: null },
  };
}

/** The same address or object is the same document when it is added again; a document that was parsed before keeps its identifier. */
function identifierOf({ id }: DatasetRow, { uri, object_id }: Input, parsedId: string): string {
  if (uri !== undefined) return documentIdOf(id, ['uri', uri]);
  return object_id === undefined ? parsedId : documentIdOf(id, ['object', object_id]);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
