/**
 * Removes bytes that no row references: from interrupted uploads, and from writes whose process died before the commit.
 */
import type { WorkflowClient } from '@temporalio/client';
import { OBJECTS } from '../../domain/manifests/index.ts';
import { knownKeys } from '../../domain/storage/known-keys.ts';
import { liveUploadKeys } from '../../domain/storage/sessions.ts';
import { removeForgottenJobs } from '../jobs/sweep.ts';
import type { SweepDependencies, Tell } from '../jobs/sweep.ts';

export interface OrphanCounts {
  readonly orphans_removed: number;
  readonly multipart_uploads_aborted: number;
}

/**
 * Removes orphans that are older than `ageMs`. Younger ones may belong to a request that has not committed its rows
 * yet. This is safe as long as no request takes longer than `ageMs`.
 */
export async function removeOrphans(
  dependencies: SweepDependencies,
  workflows: WorkflowClient,
  ageMs: number,
  tell: Tell,
): Promise<OrphanCounts> {
  const { database, objects } = dependencies;
  const before = new Date(Date.now() - ageMs);
  let removed = 0;
  let aborted = 0;
  for (const [prefix, removal] of Object.entries(OBJECTS)) {
    if (removal.by !== 'row') continue;
    for await (const page of objects.list(prefix)) {
      const old = page.flatMap(({ key, modifiedAt }) => (modifiedAt <= before ? [key] : []));
      const known = await knownKeys(database, old, removal.keys);
      for (const orphan of old.filter((candidate) => !known.has(candidate))) {
        await objects.remove(orphan);
        tell(++removed + aborted);
      }
    }
  }
  removed += await removeForgottenJobs(dependencies, workflows, before, (count) => tell(removed + aborted + count));
  for await (const page of objects.listMultiparts()) {
    const old = page.filter(({ startedAt }) => startedAt <= before);
    const live = await liveUploadKeys(
      database,
      old.map(({ key }) => key),
    );
    for (const { key, multipartId } of old.filter((upload) => !live.has(upload.key))) {
      await objects.abortMultipart(key, multipartId);
      tell(removed + ++aborted);
    }
  }
  return { orphans_removed: removed, multipart_uploads_aborted: aborted };
}
