/** Small stored documents from the request to the end of their job, beside a bare workflow with one activity. */
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { newId } from '../../domain/ids.ts';
import { historiesOf } from '../../domain/jobs/history.ts';
import type { Infrastructure } from '../../embedded/stack.ts';
import { askTemporal } from '../../platform/temporal/ask.ts';
import { isPolledBy } from '../../platform/temporal/workers.ts';
import { ApiClient } from '../support/client.ts';
import { compare, measure } from '../support/measure.ts';
import { startApi, startWorker } from '../support/processes.ts';
import type { Row } from '../support/table.ts';

const ROUNDS = 3;
const IN_FLIGHT = 64;
const TASK_QUEUE = 'bare';
const DOCUMENT = '# Tides\n\nThe gate closes at high water.\n';

/** `jobs` a round on each side. Both wait for the end of a job at Temporal, so that asking costs the same. */
export async function smallDocuments(stack: Infrastructure, namespace: string, jobs: number): Promise<Row[]> {
  const service = await ApiClient.connect((await startApi(stack, namespace)).url);
  const source = await service.upload(new TextEncoder().encode(DOCUMENT), 'tides.md');
  const workers = [await startWorker(stack, namespace, 2), await startBareWorker(stack, namespace)];
  const connection = await Connection.connect({ address: stack.env.TEMPORAL_ADDRESS });
  const { workflow } = new Client({ connection, namespace });
  const bare = async (): Promise<string> => {
    const workflowId = newId('job');
    await workflow.execute('bareJob', { workflowId, taskQueue: TASK_QUEUE, args: [workflowId] });
    return workflowId;
  };
  const parse = async (): Promise<string> => {
    const jobId = await service.submit(source);
    await workflow.getHandle(jobId).result();
    return jobId;
  };
  await measure(IN_FLIGHT, IN_FLIGHT, bare);
  await measure(IN_FLIGHT, IN_FLIGHT, parse);
  const { baseline, subject } = await compare(
    ROUNDS,
    () => measure(jobs, IN_FLIGHT, bare),
    () => measure(jobs, IN_FLIGHT, parse),
  );
  const costOf = async (workflowId: string): Promise<string> => {
    const { runId } = await workflow.getHandle(workflowId).describe();
    const events = await historiesOf(workflow, workflowId)(runId);
    const tasks = events.filter((event) => event.workflowTaskCompletedEventAttributes).length;
    const signals = events.filter((event) => event.workflowExecutionSignaledEventAttributes).length;
    return `workflow tasks: ${tasks}, signals: ${signals}`;
  };
  const row = {
    what: `small stored documents end to end, ${IN_FLIGHT} in flight (${await costOf(await parse())})`,
    unit: 'jobs/s',
    baselineName: `a workflow with one activity (${await costOf(await bare())})`,
    baseline: baseline.perSecond,
    measured: subject.perSecond,
    goal: '≥ 0.6',
  };
  await Promise.all(workers.map((worker) => worker.stop()));
  await connection.close();
  await service.close();
  return [row];
}

function startBareWorker({ supervisor, env }: Infrastructure, namespace: string) {
  const script = fileURLToPath(new URL('bare-worker.ts', import.meta.url));
  const name = 'bare-worker';
  return supervisor.start({
    name,
    command: process.execPath,
    args: [script, env.TEMPORAL_ADDRESS, namespace, TASK_QUEUE],
    isReady: () => {
      const pid = supervisor.children.findLast((child) => child.name === name)?.pid ?? 0;
      const queues = (['workflows', 'activities'] as const).map((runs) => ({ taskQueue: TASK_QUEUE, runs }));
      return askTemporal(env.TEMPORAL_ADDRESS, (connection) => isPolledBy({ connection, namespace }, pid, queues));
    },
  });
}
