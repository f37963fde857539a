import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

/** A test with its own disk of this many MiB. If this process may not mount one, the test is skipped. */
export function testOnSmallDisk(name: string, mebibytes: number, body: (disk: string) => void | Promise<void>): void {
  test(name, async (context) => {
    const disk = mkdtempSync(join(tmpdir(), 'tidemill-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', disk], { stdio: 'pipe' });
    } catch (error) {
      rmdirSync(disk);
      context.skip(`NOT TESTED: a small disk cannot be mounted here (${String(error)})`);
      return;
    }
    try {
      await body(disk);
    } finally {
      execFileSync('umount', ['--lazy', disk]);
      rmdirSync(disk);
    }
  });
}
