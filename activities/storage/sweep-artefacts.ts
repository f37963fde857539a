import { WorkflowNotFoundError } from '@temporalio/client';
import type { WorkflowClient } from '@temporalio/client';
import type { SweepDependencies, Tell } from './sweep.ts';

/** Where a job keeps what it makes: `jobs/<job_id>/…`. */
const PREFIX = 'jobs/';

/**
 * Removes what jobs have left that neither a record nor Temporal knows: they were terminated before they could write one.
 * While Temporal remembers such a job, an operator may reset it, and its finished steps are wanted again. How many artefacts.
 */
export async function removeArtefactsOfForgottenJobs(
  { database: { db }, objects }: SweepDependencies,
  workflows: WorkflowClient,
  before: Date,
  tell: Tell,
): Promise<number> {
  let removed = 0;
  for await (const page of objects.list(PREFIX)) {
    const artefacts = Map.groupBy(
      page.filter(({ modifiedAt }) => modifiedAt <= before),
      ({ key }) => key.slice(PREFIX.length).split('/', 1)[0] ?? '',
    );
    const recorded = await db.job.findMany({ where: { id: { in: [...artefacts.keys()] } }, select: { id: true } });
    for (const { id } of recorded) artefacts.delete(id);
    for (const [jobId, keys] of artefacts) {
      if (await isRemembered(workflows, jobId)) continue;
      await db.document.deleteMany({ where: { jobId } });
      await db.crawlPage.deleteMany({ where: { jobId } });
      await db.crawlHost.deleteMany({ where: { jobId } });
      for (const { key } of keys) await objects.remove(key);
      tell((removed += keys.length));
    }
  }
  return removed;
}

async function isRemembered(workflows: WorkflowClient, jobId: string): Promise<boolean> {
  try {
    await workflows.getHandle(jobId).describe();
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
