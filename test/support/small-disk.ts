import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { TestContext } from 'node:test';

/** A disk of so many MiB, until the end of the file. `null`, and the test is skipped, where this process may not mount one. */
export function mountSmallDisk(context: TestContext, mebibytes: number): string | null {
  const directory = mkdtempSync(join(tmpdir(), 'tidemill-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', directory], { stdio: 'pipe' });
  } catch (error) {
    rmdirSync(directory);
    context.skip(`NOT TESTED: a small disk cannot be mounted here (${String(error)})`);
    return null;
  }
  after(() => {
    execFileSync('umount', ['--lazy', directory]);
    rmdirSync(directory);
  });
  return directory;
}
