/**
 * DeepEval's Synthesizer (PyPI `deepeval`) with the same model: its class for endpoints of one's own, its prompts, its
 * filter and evolutions.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Passage } from '../../knowledge/cases.ts';
import type { AnsweredQuestion } from '../measures/usable.ts';

/** It may write no more. */
const MOST_OUTPUT = 64 * 1024 ** 2;

export interface DeepEvalRun {
  /** A Python that has the package. */
  readonly python: string;
  readonly url: string;
  readonly model: string;
  /** Questions of a passage: its default is 2. */
  readonly perContext: number;
  /** How often each question is evolved: its default is 1. */
  readonly evolutions: number;
  /** Passages that are worked on at once. */
  readonly atOnce: number;
}

export interface DeepEvalGoldens {
  readonly items: readonly AnsweredQuestion[];
  /** Passages whose call ended with an error. */
  readonly failed: number;
}

interface Line {
  readonly goldens: readonly { readonly question: string; readonly answer: string }[];
  readonly failure: string | null;
}

/**
 * One call of the library for each passage: within one call for all, a single bad output of the model loses everything.
 */
export async function makeByDeepEval(
  { python, url, model, perContext, evolutions, atOnce }: DeepEvalRun,
  passages: readonly Passage[],
): Promise<DeepEvalGoldens> {
  const directory = mkdtempSync(join(tmpdir(), 'tidemill-deepeval-'));
  const env = {
    PATH: process.env['PATH'],
    HOME: directory,
    DEEPEVAL_TELEMETRY_OPT_OUT: '1',
    DEEPEVAL_DISABLE_DOTENV: '1',
  };
  const contexts = passages.map(({ title, text }) => `${title}\n\n${text}`);
  const order = { url, model, contexts, per_context: perContext, evolutions, at_once: atOnce, seed: 1 };
  try {
    const output = await new Promise<string>((resolve, reject) => {
      const script = join(import.meta.dirname, 'deepeval-synthesizer.py');
      const options = { cwd: directory, env, maxBuffer: MOST_OUTPUT };
      const child = execFile(python, [script], options, (error, stdout) => (error ? reject(error) : resolve(stdout)));
      child.stdin?.end(JSON.stringify(order));
    });
    const made = output
      .trim()
      .split('\n')
      .map((line): Line => JSON.parse(line));
    return {
      items: made.flatMap(({ goldens }, index) =>
        goldens.map((golden) => ({ ...golden, contexts: [passages[index]?.text ?? ''] })),
      ),
      failed: made.filter(({ failure }) => failure !== null).length,
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
