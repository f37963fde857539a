/** Disk space that the embedded stack and its downloads need. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { diskSpace, megabytes } from '../../platform/disks.ts';
import { SetupError } from '../../platform/setup-error.ts';

const MB = 1_000_000;

/** The data directory of the embedded stack: 45 MB at the first start, plus working space. */
export const DATA_BYTES = 250 * MB;
/** With less free space than this, a failing part has most likely failed for lack of it. */
export const RUNNING_BYTES = 20 * MB;
/** A program of some 150 MB, plus its archive. */
export const TOOL_BYTES = 250 * MB;
/** Chromium: 210 MB, plus its archive. */
export const BROWSER_BYTES = 350 * MB;
/** Models and libraries: 110 MB, plus their archives. */
export const DOCUMENT_AI_BYTES = 350 * MB;
/** A model and ONNX Runtime: 130 MB, plus their archives. */
export const EMBEDDER_BYTES = 500 * MB;

/**
 * Rejects with a {@link SetupError} that states required and free space when the disk of a directory has too little.
 * The directory need not exist. `what` is the subject of the message.
 */
export async function requireSpace(directory: string, bytes: number, what: string, variable: string): Promise<void> {
  const { freeBytes } = await diskSpace(nearest(resolve(directory)));
  if (freeBytes >= bytes) return;
  throw new SetupError(
    `${what} needs ${megabytes(bytes)} MB of disk space in ${directory}, which has ${megabytes(freeBytes)} MB ` +
      `free. Fix: free space, or set ${variable} to a directory on a larger disk.`,
  );
}

/** The directory itself or its nearest existing ancestor. */
function nearest(directory: string): string {
  return existsSync(directory) ? directory : nearest(dirname(directory));
}
