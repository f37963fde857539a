/** Bytes that no row knows: of uploads that were broken off, and of writes whose process died before its commit. */
import { LIVE_STATES } from '../../domain/storage/uploads.ts';
import type { WorkflowClient } from '@temporalio/client';
import { removeArtefactsOfForgottenJobs } from './sweep-artefacts.ts';
import type { SweepDependencies, Tell } from './sweep.ts';

/** Where the bytes of objects are, where those of single-part sessions arrive, and what was fetched. */
const PREFIXES = ['objects/', 'uploads/', 'sources/'];

export interface OrphanCounts {
  readonly orphans_removed: number;
  readonly multipart_uploads_aborted: number;
}

/**
 * Removes orphans that are older than `ageMs`. What is younger may belong to a request that has not committed its rows
 * yet. Safe beside such requests as long as none takes longer than the age.
 */
export async function removeOrphans(
  dependencies: SweepDependencies,
  workflows: WorkflowClient,
  ageMs: number,
  tell: Tell,
): Promise<OrphanCounts> {
  const { database, objects } = dependencies;
  const { db } = database;
  const before = new Date(Date.now() - ageMs);
  let removed = 0;
  let aborted = 0;
  for (const prefix of PREFIXES) {
    for await (const page of objects.list(prefix)) {
      const old = page.flatMap(({ key, modifiedAt }) => (modifiedAt <= before ? [key] : []));
      const key = { in: old };
      const sessions = await db.uploadSession.findMany({
        where: { key, state: { in: LIVE_STATES } },
        select: { key: true },
      });
      // Afterwards: a session that is committed in between shows up as a version.
      const [versions, sources] = await Promise.all([
        db.storageObjectVersion.findMany({ where: { key }, select: { key: true } }),
        db.fetchedContent.findMany({ where: { key }, select: { key: true } }),
      ]);
      const known = new Set([...versions, ...sessions, ...sources].map((row) => row.key));
      for (const orphan of old.filter((candidate) => !known.has(candidate))) {
        await objects.remove(orphan);
        tell(++removed + aborted);
      }
    }
  }
  removed += await removeArtefactsOfForgottenJobs(dependencies, workflows, before, (count) =>
    tell(removed + aborted + count),
  );
  for await (const page of objects.listMultiparts()) {
    const old = page.filter(({ startedAt }) => startedAt <= before);
    const keys = old.map(({ key }) => key);
    const where = { key: { in: keys }, state: { in: LIVE_STATES } };
    const live = new Set((await db.uploadSession.findMany({ where, select: { key: true } })).map(({ key }) => key));
    for (const { key, multipartId } of old.filter((upload) => !live.has(upload.key))) {
      await objects.abortMultipart(key, multipartId);
      tell(removed + ++aborted);
    }
  }
  return { orphans_removed: removed, multipart_uploads_aborted: aborted };
}
