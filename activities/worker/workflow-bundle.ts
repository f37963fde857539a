/** The workflow bundle that workers load: built when a process starts, or in advance (`npm run build:workflows`). */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { bundleWorkflowCode } from '@temporalio/worker';
import type { Logger, WorkflowBundle, WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { decoder } from '../../platform/stored-json.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DIRECTORY = fileURLToPath(new URL('../../build/', import.meta.url));

/** Entry point of a bundle: `workflows/index.ts`, or `workflows/versioned.ts` for versioned workers. */
export type WorkflowEntry = 'index' | 'versioned';

const entryFile = (entry: WorkflowEntry): string => `${ROOT}workflows/${entry}.ts`;
const codeFile = (entry: WorkflowEntry): string => `${DIRECTORY}workflows.${entry}.cjs`;
const sourcesFile = (entry: WorkflowEntry): string => `${DIRECTORY}workflows.${entry}.sources.json`;

/**
 * The sources of a bundle: the hash of each file, by its path in the project. The lock file stands for all packages.
 */
type Sources = Readonly<Record<string, string>>;

const builtOf = decoder(
  'A built bundle',
  Type.Object({ code: Type.String(), sources: Type.Record(Type.String(), Type.String()) }),
);
const sourceMapOf = decoder('The source map of a bundle', Type.Object({ sources: Type.Array(Type.String()) }));

/** Loads the prebuilt bundle if it matches the current code; otherwise builds a new one. */
export async function loadWorkflowBundle(entry: WorkflowEntry, logger: Logger): Promise<WorkflowBundle> {
  const code = readBuilt(entry);
  if (code !== null) return { code };
  return bundleWorkflows(entryFile(entry), logger);
}

/**
 * Builds the bundle for later workers. The file that lists its sources is written last; without it the bundle does not
 * count.
 */
export async function buildWorkflowBundle(entry: WorkflowEntry, logger: Logger): Promise<void> {
  const { code } = await bundleWorkflows(entryFile(entry), logger);
  mkdirSync(DIRECTORY, { recursive: true });
  write(codeFile(entry), code);
  write(sourcesFile(entry), JSON.stringify({ code: sha256(code), sources: hashes(sourcesOf(code)) }, null, 2));
}

/** Builds a bundle of the workflows that this file exports, with the converter and interceptors of all workflows. */
export function bundleWorkflows(workflowsPath: string, logger: Logger): Promise<WorkflowBundleWithSourceMap> {
  const { resolve } = createRequire(import.meta.url);
  return bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules: [resolve('../../workflows/tracing.ts')],
    payloadConverterPath: resolve('../../workflows/payload-converter.ts'),
    logger,
  });
}

/** `null` when there is no bundle, or it is outdated or incomplete. */
function readBuilt(entry: WorkflowEntry): string | null {
  try {
    const made = builtOf(JSON.parse(readFileSync(sourcesFile(entry), 'utf8')));
    const code = readFileSync(codeFile(entry), 'utf8');
    const now = hashes(Object.keys(made.sources));
    const isCurrent = Object.entries(made.sources).every(([path, hash]) => now[path] === hash);
    return isCurrent && made.code === sha256(code) ? code : null;
  } catch {
    return null;
  }
}

/** Precedes the source map, which is a data URL. */
const MAP_BEGINS = ';base64,';

/** The project files in a bundle, read from the source map at its end. */
function sourcesOf(code: string): string[] {
  const map = code.slice(code.lastIndexOf(MAP_BEGINS) + MAP_BEGINS.length);
  const { sources } = sourceMapOf(JSON.parse(Buffer.from(map, 'base64').toString()));
  const files = sources
    .filter((path) => path.startsWith(ROOT) && path.endsWith('.ts'))
    .map((path) => relative(ROOT, path).split(sep).join('/'));
  return [...files.filter((path) => !path.startsWith('node_modules/')), 'package-lock.json'];
}

function hashes(paths: readonly string[]): Sources {
  return Object.fromEntries(
    paths.map((path) => [path, sha256(readFileSync(new URL(`../../${path}`, import.meta.url)))]),
  );
}

function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Writes atomically, because another process may read at the same time. */
function write(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}
