/** How much room there is where this machine writes. */
import { statfs } from 'node:fs/promises';
import type { Config } from './config.ts';

export interface DiskSpace {
  readonly directory: string;
  readonly freeBytes: number;
  readonly totalBytes: number;
}

const MB = 1_000_000;

/** What a process without special rights may still write there, and the size of the disk. Rejects when there is no such directory. */
export async function diskSpace(directory: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { directory, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Says of a disk that it has less room than wanted; `null` when it has enough. */
export function shortOfSpace({ directory, freeBytes }: DiskSpace, wantedBytes: number): string | null {
  if (freeBytes >= wantedBytes) return null;
  return `The disk of ${directory} has ${megabytes(freeBytes)} MB free, and ${megabytes(wantedBytes)} MB are wanted.`;
}

/** What is said of the first watched disk that is short of space; `null` when none is. A directory that cannot be asked is none. */
export async function fullDisk({ directories, minFreeBytes }: Config['disks']): Promise<string | null> {
  for (const directory of directories) {
    const space = await diskSpace(directory).catch(() => null);
    const text = space && shortOfSpace(space, minFreeBytes);
    if (text !== null) return text;
  }
  return null;
}

/** Whole megabytes, as people are told. */
export function megabytes(bytes: number): number {
  return Math.floor(bytes / MB);
}
