/** Recognizes documents on a remote docling-serve instead of the local models: submit, poll, fetch. */
import { setTimeout as delay } from 'node:timers/promises';
import { documentOf } from '../../documents/document.ts';
import { reportWait } from '../../provider.ts';
import type { ProviderContext } from '../../provider.ts';
import type { ParsedDocument, ParseInput, ParseWarning } from '../../documents/types.ts';
import { TaskLost } from './client.ts';
import type { Docling } from './client.ts';
import type { TaskStatus } from './protocol.ts';
import { formOf, isWidened } from './form.ts';

export interface DoclingContext extends ProviderContext {
  readonly provider: Docling;
  /** The provider's job will never have a result: another attempt has to start another. */
  readonly onLost: () => void;
}

/** Minimum pause between polls. */
const PAUSE_MS = 500;

/**
 * Converts a document at the service. Waits for a task that was already started instead of starting another. The
 * document has neither images nor pages. Throws `provider_failed`.
 */
export async function convertAtDocling(input: ParseInput, context: DoclingContext): Promise<ParsedDocument> {
  const { provider, signal } = context;
  const taskId = context.remoteJobId ?? (await provider.submit(formOf(input), signal));
  context.onBegun(taskId);
  try {
    await completion(taskId, context);
    const { markdown, status } = await provider.result(taskId, signal);
    if (markdown === null || isFailed(status)) throw failure(taskId, status);
    const isPartial = status === 'partial_success';
    const warnings = [...(isWidened(input.options) ? [WIDENED] : []), ...(isPartial ? [INCOMPLETE] : [])];
    return documentOf(markdown, { warnings, properties: { converter: 'docling' } });
  } catch (error) {
    // A poll that failed says nothing about its task.
    if (error instanceof TaskLost) context.onLost();
    throw error;
  }
}

const WIDENED: ParseWarning = {
  code: 'page_range_widened',
  message: 'The pages between the requested ranges are included, because the service accepts a single range.',
  page: null,
};

const INCOMPLETE: ParseWarning = {
  code: 'incomplete',
  message: 'The service converted only a part of the document.',
  page: null,
};

async function completion(taskId: string, context: DoclingContext): Promise<void> {
  const { provider, signal } = context;
  for (;;) {
    const status = await provider.status(taskId, signal);
    if (isFailed(status)) throw failure(taskId, status);
    if (status === 'success' || status === 'partial_success') return;
    reportWait(context, status === 'pending');
    await delay(PAUSE_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

function isFailed(status: TaskStatus): boolean {
  return status === 'failure' || status === 'skipped';
}

function failure(taskId: string, status: TaskStatus): TaskLost {
  const details = { reason: 'job_failed', remote_job_id: taskId, task_status: status };
  return new TaskLost('provider_failed', 'The provider could not parse the document.', details, undefined, false);
}
export { createDocling } from './client.ts';
