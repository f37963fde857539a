/** Which job calls a local activity, and whether another one is open. */
import { Context } from '@temporalio/activity';
import { WorkflowNotFoundError } from '@temporalio/client';

/** The job that calls a local activity. */
export function thisJob(): { readonly jobId: string } {
  const { workflowExecution } = Context.current().info;
  if (!workflowExecution) throw new Error('only jobs call this activity');
  return { jobId: workflowExecution.workflowId };
}

/** Whether a job has not ended. Temporal may have forgotten one that has. */
export async function isOpen(jobId: string): Promise<boolean> {
  try {
    return (await Context.current().client.workflow.getHandle(jobId).describe()).status.name === 'RUNNING';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
