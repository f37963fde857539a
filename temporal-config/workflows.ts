/** Types of the workflows, by workflow name, for callers that start them. It imports none of their code. */
import type { WorkflowClient, WorkflowSignalWithStartOptions } from '@temporalio/client';
import type { WithWorkflowArgs } from '@temporalio/common';
import type { Turn } from '../domain/jobs/priority.ts';
import type * as workflows from '../workflows/index.ts';

export type Workflows = typeof workflows;

/** Sends a signal without arguments to a workflow, and starts the workflow if it is not running. */
export async function signalWithStart<Name extends keyof Workflows>(
  client: WorkflowClient,
  name: Name,
  options: WithWorkflowArgs<Workflows[Name], WorkflowSignalWithStartOptions> & Turn,
): Promise<void> {
  await client.signalWithStart<Workflows[Name]>(name, options);
}
