/** Free space on the disks of this machine. */
import { statfs } from 'node:fs/promises';
import type { PlatformConfig } from './config.ts';

export interface DiskSpace {
  readonly directory: string;
  readonly freeBytes: number;
  readonly totalBytes: number;
}

const MB = 1_000_000;

/** Space available to an unprivileged process, and the size of the disk. Rejects when the directory does not exist. */
export async function diskSpace(directory: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { directory, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** A message when the disk has less free space than required; `null` when it has enough. */
export function shortOfSpace({ directory, freeBytes }: DiskSpace, wantedBytes: number): string | null {
  if (freeBytes >= wantedBytes) return null;
  return `The disk of ${directory} has ${megabytes(freeBytes)} MB free; ${megabytes(wantedBytes)} MB are required.`;
}

/**
 * The message for the first monitored disk that is short of space; `null` when none is. Unreadable directories are
 * skipped.
 */
export async function fullDisk({ directories, minFreeBytes }: PlatformConfig['disks']): Promise<string | null> {
  for (const directory of directories) {
    const space = await diskSpace(directory).catch(() => null);
    const text = space && shortOfSpace(space, minFreeBytes);
    if (text !== null) return text;
  }
  return null;
}

/** Whole megabytes, for messages. */
export function megabytes(bytes: number): number {
  return Math.floor(bytes / MB);
}
