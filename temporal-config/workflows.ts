/** The workflows by the names that they are started under, with their parameters: types alone, none of their code. */
import type { WorkflowClient, WorkflowSignalWithStartOptions } from '@temporalio/client';
import type { WithWorkflowArgs } from '@temporalio/common';
import type { Turn } from '../domain/jobs/priority.ts';
import type * as workflows from '../workflows/index.ts';

export type Workflows = typeof workflows;

/** Sends a signal without arguments to a workflow, which is started if it does not run. */
export async function signalWithStart<Name extends keyof Workflows>(
  client: WorkflowClient,
  name: Name,
  options: WithWorkflowArgs<Workflows[Name], WorkflowSignalWithStartOptions> & Turn,
): Promise<void> {
  await client.signalWithStart<Workflows[Name]>(name, options);
}
