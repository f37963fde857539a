/** Submits Add jobs. */
import { createHash } from 'node:crypto';
import { findDataset, inputKey } from '../../../domain/knowledge/datasets/index.ts';
import { locatorLabel, parseLocator } from '../../../domain/parse/locator.ts';
import { findReadable } from '../../../domain/storage/objects.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { AddedInput } from '../../../workflows/knowledge/add.ts';
import { bodyIssue } from '../../contract/validation.ts';
import type { ValidationIssue } from '../../contract/validation.ts';
import { submitOne } from '../../jobs/submit/job-route.ts';
import type { Origin } from '../../jobs/submit/submission.ts';
import type { Services } from '../../services.ts';
import { selectorOf } from '../datasets/datasets.ts';
import type { AddInput, AddRequest } from './schemas/add.ts';
import { knowledgeWarnings } from '../shared/readiness.ts';

/** Objects that are written at once. */
const WRITES = 8;

/**
 * Starts a job that adds the inputs. They are kept as objects of the job before it starts, because their texts are too
 * large for a workflow.
 */
export async function submitAdd(services: Services, request: AddRequest, origin: Origin) {
  const dataset = await findDataset(services.database, origin.identity, selectorOf(request));
  const read = request.inputs.map((input, index) => readInput(input, index, services.config.objects.bucket));
  const objectIssues = await unreadableObjects(services, request.inputs, origin);
  const issues = [...read.flatMap((input) => ('issue' in input ? [input.issue] : [])), ...objectIssues];
  const digest = createHash('sha256').update(canonicalJson(request)).digest('hex').slice(0, 32);
  const { options } = request;
  const { normalize_text = true, incremental = true } = options ?? {};
  const { structured_ingest = false, persist_source_copy = false } = options ?? {};
  const order = {
    workflow: 'addJob' as const,
    source: dataset.datasetKey,
    summary: `add · ${dataset.datasetKey} · ${request.inputs.length} inputs`,
    input: {
      dataset_id: dataset.id,
      inputs_digest: digest,
      inputs: read.flatMap((input) => ('issue' in input ? [] : [input])),
      options: { normalize_text, structured_ingest, incremental, persist_source_copy },
    },
    warnings: await knowledgeWarnings(services),
    prepare: (jobId: string) => keepInputs(services, jobId, digest, request.inputs),
  };
  return submitOne(services, 'knowledge.add', origin, { request, order, issues });
}

/** Which of the members an input of each type has. */
const CONTENT = { text: 'text', uri: 'uri', object_id: 'object_id', document_id: 'document_id' } as const;

function readInput(input: AddInput, index: number, bucket: string): AddedInput | { readonly issue: ValidationIssue } {
  const { input_type } = input;
  const issue = (member: string, msg: string) => ({
    issue: bodyIssue(['inputs', index, member], msg, 'knowledge_input'),
  });
  const content = input[CONTENT[input_type]];
  if (content === undefined) return issue(CONTENT[input_type], `Give ${input_type}, as input_type says.`);
  const other = Object.values(CONTENT).find((member) => member !== CONTENT[input_type] && input[member] !== undefined);
  if (other) return issue(other, `Leave out ${other}: input_type is ${input_type}.`);
  // No label: a document that is deleted leaves nothing in the history of its job.
  if (input_type === 'text') return { input_type, source: `text ${index + 1}` };
  if (input_type === 'document_id') return { input_type, source: content, document_id: content };
  const locator = parseLocator(input_type === 'uri' ? content : `service://objects/${content}`, bucket);
  if ('fault' in locator) return issue(input_type, locator.fault);
  if (input_type === 'uri' && locator.kind !== 'url') return issue('uri', 'Give a web address.');
  return { input_type, source: locatorLabel(locator), locator };
}

async function unreadableObjects(
  { database }: Services,
  inputs: readonly AddInput[],
  { identity }: Origin,
): Promise<ValidationIssue[]> {
  const ids = inputs.flatMap(({ object_id }) => object_id ?? []);
  const readable = await findReadable({ database }, identity, ids);
  return inputs.flatMap(({ object_id }, index) =>
    object_id === undefined || readable.has(object_id)
      ? []
      : [bodyIssue(['inputs', index, 'object_id'], 'There is no such object that you may read.', 'object')],
  );
}

async function keepInputs(
  { objects }: Services,
  jobId: string,
  digest: string,
  inputs: readonly AddInput[],
): Promise<void> {
  const queue = inputs.entries();
  const write = async (): Promise<void> => {
    for (const [ordinal, input] of queue) {
      await objects.put(inputKey(jobId, digest, ordinal), Buffer.from(JSON.stringify(input)), 'application/json');
    }
  };
  await Promise.all(Array.from({ length: WRITES }, write));
}
