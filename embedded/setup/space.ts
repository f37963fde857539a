import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { diskSpace, megabytes } from '../../platform/disks.ts';
import { SetupError } from '../../platform/setup-error.ts';

const MB = 1_000_000;

/** What the embedded stack needs where its data are: 45 MB at its first start, and room to work. */
export const DATA_BYTES = 250 * MB;
/** With less than that a part that fails has most likely failed for it. */
export const RUNNING_BYTES = 20 * MB;
/** A program of some 150 MB, and the archive that it comes in. */
export const TOOL_BYTES = 250 * MB;
/** Chromium: 210 MB, and the archive. */
export const BROWSER_BYTES = 350 * MB;
/** Models and libraries: 110 MB, and the archives. */
export const DOCUMENT_AI_BYTES = 350 * MB;

/**
 * Rejects with a {@link SetupError} that names what is needed and what is there when the disk of a directory, which need not be
 * there yet, has too little room. `what` says for what, as the subject of a sentence.
 */
export async function requireSpace(directory: string, bytes: number, what: string, variable: string): Promise<void> {
  const { freeBytes } = await diskSpace(nearest(resolve(directory)));
  if (freeBytes >= bytes) return;
  throw new SetupError(
    `${what} needs ${megabytes(bytes)} MB of disk in ${directory}, where ${megabytes(freeBytes)} MB are free. Fix: make room, or set ${variable} to a directory on a larger disk.`,
  );
}

/** The directory itself, or the nearest above it that is there. */
function nearest(directory: string): string {
  return existsSync(directory) ? directory : nearest(dirname(directory));
}
