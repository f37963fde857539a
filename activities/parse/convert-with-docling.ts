/**
 * Document AI on a remote docling-serve, through its asynchronous API. For a further provider copy engines/parse/cloud_document_parser, whose
 * protocol is apart from the step that calls it.
 */
import { setTimeout } from 'node:timers/promises';
import { FormData } from 'undici';
import type { ParseOptions } from '../../engines/parse/options.ts';
import { documentOf } from '../../engines/parse/document.ts';
import type { ParsedDocument, ParseInput, ParseWarning } from '../../engines/parse/types.ts';
import { ServiceError } from '../../errors/index.ts';
import type { ServiceAnswer, ServiceClient } from '../../platform/service-client.ts';
import type { Step } from '../step/step.ts';

/** How long one status poll may wait for a change, and the minimum pause between polls. */
const POLL_SECONDS = 5;
const PAUSE_MS = 500;

/** What the next attempt resumes from: the task that the service is already working on. */
interface Checkpoint {
  readonly docling_task_id: string;
}

/**
 * Converts a source. The task's ID is checkpointed before the wait, so an attempt after a worker crash waits for the same task.
 * Throws `provider_failed` (retryable when the service was unavailable, overloaded, or has lost the task).
 */
export async function convertWithDocling(
  client: ServiceClient,
  input: ParseInput,
  step: Pick<Step, 'signal' | 'checkpoint' | 'keep'>,
): Promise<ParsedDocument> {
  const { signal } = step;
  const task = isCheckpoint(step.checkpoint) ? step.checkpoint.docling_task_id : await submit(client, input, signal);
  step.keep({ docling_task_id: task } satisfies Checkpoint);
  try {
    await waitFor(client, task, signal);
    const answer = await ask(client, { method: 'GET', path: `/v1/result/${encodeURIComponent(task)}`, signal });
    const markdown = memberOf(memberOf(answer, 'document'), 'md_content');
    if (typeof markdown !== 'string') throw misunderstood();
    const warnings = [...rangeWarning(input.options), ...incompleteWarning(answer)];
    return documentOf(markdown, { warnings, properties: { converter: 'docling' } });
  } catch (error) {
    // The next attempt must not wait for a task that failed or was lost. A poll that failed says nothing about its task.
    if (error instanceof TaskLost) step.keep(null);
    throw error instanceof TaskLost ? error.reason : error;
  }
}

class TaskLost extends Error {
  readonly reason: ServiceError;
  constructor(reason: ServiceError) {
    super(reason.message);
    this.reason = reason;
  }
}

const isCheckpoint = (value: unknown): value is Checkpoint => typeof memberOf(value, 'docling_task_id') === 'string';

async function submit(client: ServiceClient, input: ParseInput, signal: AbortSignal): Promise<string> {
  const { bytes, mediaType, filename, options } = input;
  const form = new FormData();
  form.append('files', new Blob([new Uint8Array(bytes)], { type: mediaType }), filename ?? 'document');
  form.append('to_formats', 'md');
  form.append('do_ocr', String(options.ocr !== 'off'));
  form.append('force_ocr', String(options.ocr === 'force'));
  form.append('image_export_mode', 'placeholder');
  form.append('table_mode', 'accurate');
  for (const language of options.languages) form.append('ocr_lang', language);
  const range = pageRange(options);
  if (range !== null) for (const page of range) form.append('page_range', String(page));
  const answer = await ask(client, { method: 'POST', path: '/v1/convert/file/async', body: form, signal });
  const task = memberOf(answer, 'task_id');
  if (typeof task !== 'string') throw misunderstood();
  return task;
}

/** The service accepts a single range: from the first requested page to the last. */
function pageRange({ page_range, max_pages }: ParseOptions): [first: number, last: number] | null {
  const first = page_range?.[0]?.first ?? 1;
  const last = page_range?.at(-1)?.last ?? Infinity;
  const limited = max_pages === null || (page_range?.length ?? 1) > 1 ? last : Math.min(last, first + max_pages - 1);
  if (limited === Infinity) return first === 1 ? null : [first, Number.MAX_SAFE_INTEGER];
  return [first, limited];
}

function rangeWarning({ page_range }: ParseOptions): ParseWarning[] {
  const message = 'The pages between the requested ranges are included, because the service accepts a single range.';
  return (page_range?.length ?? 0) > 1 ? [{ code: 'page_range_widened', message, page: null }] : [];
}

function incompleteWarning(answer: unknown): ParseWarning[] {
  const message = 'The service converted only a part of the document.';
  return memberOf(answer, 'status') === 'partial_success' ? [{ code: 'incomplete', message, page: null }] : [];
}

async function waitFor(client: ServiceClient, task: string, signal: AbortSignal): Promise<void> {
  const path = `/v1/status/poll/${encodeURIComponent(task)}?wait=${POLL_SECONDS}`;
  for (;;) {
    const status = memberOf(await ask(client, { method: 'GET', path, signal }), 'task_status');
    if (status === 'success' || status === 'partial_success') return;
    if (status === 'failure' || status === 'skipped') {
      const detail = 'The docling service could not convert the document.';
      throw new TaskLost(new ServiceError('provider_failed', detail, { task_status: status }, undefined, false));
    }
    if (status !== 'pending' && status !== 'started') throw misunderstood();
    await setTimeout(PAUSE_MS, undefined, { signal });
  }
}

async function ask(client: ServiceClient, request: Parameters<ServiceClient>[0]): Promise<unknown> {
  const answer = await client(request);
  if (answer.status === 404 && request.method === 'GET') {
    throw new TaskLost(new ServiceError('provider_failed', 'The docling service no longer knows the task.'));
  }
  if (answer.status < 200 || answer.status > 299) throw refusal(answer);
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(answer.body));
    return value;
  } catch {
    throw misunderstood();
  }
}

function refusal({ status, retryAfterSeconds }: ServiceAnswer): ServiceError {
  const isPassing = status === 408 || status === 429 || status >= 500;
  const details = { status, ...(retryAfterSeconds !== null && { retry_after_seconds: retryAfterSeconds }) };
  return new ServiceError('provider_failed', `The docling service answered ${status}.`, details, undefined, isPassing);
}

const misunderstood = (): ServiceError =>
  new ServiceError('provider_failed', 'The docling service returned an unexpected response.', {
    reason: 'malformed',
  });

/** A member of an untrusted value; `undefined` when absent. */
function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const member: unknown = Reflect.get(value, name);
  return member;
}
