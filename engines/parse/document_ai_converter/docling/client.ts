/** A client of docling-serve's asynchronous API v1. */
import type { FormData } from 'undici';
import { ServiceError } from '../../../../errors/index.ts';
import { bodyOf } from '../../provider.ts';
import type { CallProvider } from '../../provider.ts';
import { readResult, readStatus, readTask } from './protocol.ts';
import type { RemoteResult, TaskStatus } from './protocol.ts';

/**
 * The service's operations. All reject with `provider_failed`; those that name a task, with {@link TaskLost} if it is
 * unknown.
 */
export interface Docling {
  /** Starts a task, and resolves with its ID. */
  submit(form: FormData, signal: AbortSignal): Promise<string>;
  /** Answers at once when the status changes, else after some seconds. */
  status(taskId: string, signal: AbortSignal): Promise<TaskStatus>;
  /** The result of a task that has succeeded. */
  result(taskId: string, signal: AbortSignal): Promise<RemoteResult>;
}

/** A task that will never have a result: another attempt must not wait for it. */
export class TaskLost extends ServiceError {}

/** How long one status poll may wait for a change. */
const POLL_SECONDS = 5;

export function createDocling(call: CallProvider): Docling {
  const get = async (path: string, taskId: string, signal: AbortSignal): Promise<Uint8Array> => {
    const answer = await call({ method: 'GET', path, signal });
    if (answer.status !== 404) return bodyOf(answer);
    const details = { reason: 'job_lost', remote_job_id: taskId };
    throw new TaskLost('provider_failed', 'The provider no longer knows the job.', details);
  };

  return {
    submit: async (body, signal) =>
      readTask(bodyOf(await call({ method: 'POST', path: '/v1/convert/file/async', body, signal }))),
    status: async (taskId, signal) =>
      readStatus(await get(`/v1/status/poll/${encodeURIComponent(taskId)}?wait=${POLL_SECONDS}`, taskId, signal)),
    result: async (taskId, signal) => readResult(await get(`/v1/result/${encodeURIComponent(taskId)}`, taskId, signal)),
  };
}
