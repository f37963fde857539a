/**
 * DeepEval (PyPI `deepeval`) against the same model: its class for endpoints of one's own, its prompts, its retries.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JudgedSummary } from '../sets/judged.ts';
import type { JudgedCase } from './outcome.ts';

/** It may write no more. */
const MOST_OUTPUT = 64 * 1024 ** 2;

export interface DeepEvalRun {
  /** A Python that has the package. */
  readonly python: string;
  readonly url: string;
  readonly model: string;
  /**
   * Its option `penalize_ambiguous_claims`: whether claims count that no context states. By default contradictions
   * alone do.
   */
  readonly penalize: boolean;
  readonly atOnce: number;
}

/** The cases in their order. */
export async function measureByDeepEval(
  { python, url, model, penalize, atOnce }: DeepEvalRun,
  answers: readonly JudgedSummary[],
): Promise<JudgedCase[]> {
  const directory = mkdtempSync(join(tmpdir(), 'tidemill-deepeval-'));
  const cases = answers.map(({ question, answer, contexts }) => ({
    input: question,
    actual_output: answer,
    retrieval_context: contexts,
  }));
  const env = {
    PATH: process.env['PATH'],
    HOME: directory,
    DEEPEVAL_TELEMETRY_OPT_OUT: '1',
    DEEPEVAL_DISABLE_DOTENV: '1',
  };
  try {
    const output = await new Promise<string>((resolve, reject) => {
      const script = join(import.meta.dirname, 'deepeval-faithfulness.py');
      const options = { cwd: directory, env, maxBuffer: MOST_OUTPUT };
      const child = execFile(python, [script], options, (error, stdout) => (error ? reject(error) : resolve(stdout)));
      child.stdin?.end(JSON.stringify({ url, model, penalize, at_once: atOnce, cases }));
    });
    return output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as JudgedCase);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
