/**
 * An input of an Add job: what was submitted, as it is stored, and what of it the rows of documents and outcomes have.
 */
import { Type } from 'typebox';
import type { Database } from '../../../platform/database/client.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import { decoder } from '../../../platform/stored-json.ts';
import type { JobError } from '../../../domain/jobs/model.ts';
import type { DatasetRow } from '../../../domain/knowledge/datasets/index.ts';
import { INPUT_TYPES, recordFailure } from '../../../domain/knowledge/documents/index.ts';
import type { NewDocument, InputKey } from '../../../domain/knowledge/documents/index.ts';
import { inputKey } from '../../../domain/knowledge/datasets/index.ts';
import type { ServiceError } from '../../../errors/index.ts';
import type { Step } from '../../step/step.ts';
import type { AddInputStep } from '../types.ts';

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
export type Input = ReturnType<typeof inputOf>;

export async function readInput(
  objects: ObjectStore,
  { inputs_digest, ordinal }: AddInputStep,
  step: Step,
): Promise<Input> {
  const key = inputKey(step.jobId, inputs_digest, ordinal);
  const bytes = await objects.getBytes(key, { maxBytes: MAX_INPUT_BYTES, signal: step.signal });
  return inputOf(JSON.parse(Buffer.from(bytes).toString('utf8')));
}

/** Names the row of what became of an input. */
export function rowOf(
  { ordinal }: AddInputStep,
  { input_type: inputType, label }: Input,
  childJobId: string | null,
  { jobId }: Step,
): InputKey {
  return { jobId, ordinal, inputType, label: label ?? null, childJobId };
}

/** Records what is wrong with an input itself: that is its outcome, and no failure of the step. */
export async function recordFault(database: Database, row: InputKey, fault: ServiceError): Promise<void> {
  const { code, message, retryable, details } = fault;
  const error: JobError = { code, message, retryable, details };
  await recordFailure(database, { ...row, error });
}

/** What a document has of its input, whatever it is made of. */
export function givenOf(
  { envelope }: AddInputStep,
  dataset: DatasetRow,
  { input_type, label, node_set, metadata }: Input,
) {
  return {
    tenantId: dataset.tenantId,
    datasetId: dataset.id,
    ownerSubject: envelope.subject,
    inputType: input_type,
    label: label ?? null,
    nodeSets: node_set ?? [],
    metadata: metadata ?? {},
  } satisfies Partial<NewDocument>;
}
