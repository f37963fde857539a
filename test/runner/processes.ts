/**
 * Which files of tests share a process. Starting one and loading what it tests takes longer than most tests of
 * functions do.
 */
import { writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Tests of plain functions: they leave nothing behind in their process that another file could notice. */
const SHARED = join('test', 'engines') + sep;
/** Neighbours load much of the same. With more of them, a single process would be what the others wait for. */
const FILES_PER_PROCESS = 16;

/**
 * The files of each script to run: of a file itself, or of a script that imports several, which is written to
 * `scripts`.
 */
export function shareProcesses(
  files: readonly string[],
  root: string,
  scripts: string,
): Map<string, readonly string[]> {
  const isShared = (file: string): boolean => relative(root, file).startsWith(SHARED);
  const shared = files.filter(isShared);
  const processes = ownProcesses(files.filter((file) => !isShared(file)));
  for (let from = 0; from < shared.length; from += FILES_PER_PROCESS) {
    const some = shared.slice(from, from + FILES_PER_PROCESS);
    const script = join(scripts, `files-${from}.mjs`);
    writeFileSync(script, scriptOf(some));
    processes.set(script, some);
  }
  return processes;
}

export function ownProcesses(files: readonly string[]): Map<string, readonly string[]> {
  return new Map(files.map((file) => [file, [file]]));
}

function scriptOf(files: readonly string[]): string {
  const loader = new URL('./load-all.ts', import.meta.url).href;
  const urls = files.map((file) => pathToFileURL(file).href);
  return `import { loadAll } from ${JSON.stringify(loader)};\nawait loadAll(${JSON.stringify(urls)});\n`;
}
