/** A sample of documents and web pages with ground truth, and the scores of other tools on the same files. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';

export interface Case {
  readonly file: string;
  readonly group: string;
}

/** What `score.mjs` measures of one document, 0 to 1; `null` where its truth has no table or heading. */
export interface Measures {
  /** Words in order. */
  readonly edit: number;
  /** Words in any order. */
  readonly f1: number;
  readonly cell: number | null;
  /** Neighbors of table cells. */
  readonly adj: number | null;
  readonly head: number | null;
  readonly total: number;
}

export interface Page {
  readonly id: string;
  readonly url: string | null;
}

/** Scores of other tools by file and tool. Some files have other members, which are no scores. */
export type Peers = Readonly<Record<string, Readonly<Record<string, Partial<Measures> | string>>>>;

export interface Sample {
  readonly folder: string;
  readonly cases: readonly Case[];
  readonly peers: Peers;
  readonly pages: readonly Page[];
}

/** The sample in the folder `at`; `null` when there is none. */
export async function readSample(at: string): Promise<Sample | null> {
  if (!existsSync(join(at, 'cases.json'))) return null;
  // The scorer knows itself by its real path.
  const folder = await realpath(at);
  const truth: Record<string, { url?: string }> = await readJson(join(folder, 'web/ground-truth.json'));
  return {
    folder,
    cases: await readJson(join(folder, 'cases.json')),
    peers: await readJson(join(folder, 'peers.json')),
    pages: Object.entries(truth).map(([id, { url = null }]) => ({ id, url })),
  };
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8'));
}

/** Runs one of the scorers that belong to the sample and returns what it printed. */
export function runScorer({ folder }: Sample, script: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, script), ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${script} failed: ${stderr}`);
  return stdout;
}
