import { ENGINE_CATALOG } from '../../engines/parse/catalog.ts';
import { AdvisedError } from '../../errors/index.ts';
import { workerCommand } from '../../domain/workers.ts';
import type { Lack } from './readiness.ts';

/** The refusal of a synchronous request whose work no worker takes. `more` is told after it, `details` are members of the answer. */
export function noWorker(
  { engine_id, task_queue }: Pick<Lack, 'engine_id' | 'task_queue'>,
  more = '',
  details: Record<string, unknown> = {},
): AdvisedError {
  const message = `No worker is running for ${engine_id ?? `the task queue "${task_queue}"`}.${more}`;
  const fix = `Start a worker with \`${workerCommand(task_queue)}\`, or submit a job, which waits.`;
  return new AdvisedError('no_worker', message, { ...details, engine_id, task_queue }, fix);
}

/** The engine that a task queue is for; `null` where several share it, or none has it. */
export function engineOfQueue(taskQueue: string): string | null {
  const [engine, ...others] = ENGINE_CATALOG.filter(({ task_queue }) => task_queue === taskQueue);
  return engine && others.length === 0 ? engine.engine_id : null;
}
