/** A worker of the bare workflow, in a process of its own: `node bare-worker.ts ADDRESS NAMESPACE TASK_QUEUE`. */
import { fileURLToPath } from 'node:url';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';

const activities = { work: async (input: string): Promise<string> => input };
export type BareActivities = typeof activities;

async function main([address = '', namespace = '', taskQueue = '']: readonly string[]): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('WARN') });
  const connection = await NativeConnection.connect({ address });
  const pollers = { type: 'autoscaling' } as const;
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    activities,
    workflowsPath: fileURLToPath(new URL('bare-workflow.ts', import.meta.url)),
    // As the service's workers do.
    workflowTaskPollerBehavior: pollers,
    activityTaskPollerBehavior: pollers,
  });
  await worker.run();
  await connection.close();
}

if (import.meta.main) await main(process.argv.slice(2));
