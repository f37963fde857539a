/** Checks free disk space. */
import { tmpdir } from 'node:os';
import type { Config } from '../domain/settings.ts';
import { diskSpace, megabytes, shortOfSpace } from '../platform/disks.ts';
import { fail, ok } from './report.ts';
import type { Report } from './report.ts';

/** Checks the monitored disks and the disk of temporary files, where converters and the browser write. */
export async function checkDisks(report: Report, { directories, minFreeBytes }: Config['disks']): Promise<void> {
  for (const directory of new Set([...directories, tmpdir()])) {
    const fix = 'free space, or correct DISK_DIRECTORIES.';
    await report.check('disk', fix, async () => {
      const space = await diskSpace(directory);
      const short = shortOfSpace(space, minFreeBytes);
      if (short !== null) return fail(short, 'free space, or lower DISK_MIN_FREE_BYTES.');
      return ok(`${directory}: ${megabytes(space.freeBytes)} of ${megabytes(space.totalBytes)} MB free`);
    });
  }
}
