/** EvalScope (PyPI `evalscope[perf]`) against the same endpoint: its own times of each request, by our rank rule. */
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { LoadServer } from '../../../test/support/evaluation/load-server.ts';
import { quantilesOf, truthOf } from './measure.ts';
import type { Figures } from './measure.ts';

const run = promisify(execFile);

/** Runs a closed loop. Returns its figures, and the truth of its requests. */
export async function runEvalScope(
  executable: string,
  server: LoadServer,
  parallel: number,
  number: number,
): Promise<{ readonly figures: Figures; readonly truth: Figures }> {
  const directory = mkdtempSync(join(tmpdir(), 'tidemill-evalscope-'));
  try {
    await server.play();
    const load = ['--parallel', String(parallel), '--number', String(number), '--stream'];
    const target = ['--url', server.url, '--model', 'scripted', '--api', 'openai'];
    const prompt = ['--prompt', 'Say something about tide mills and their history in a few words.'];
    await run(executable, ['perf', ...target, ...load, ...prompt, '--outputs-dir', directory, '--name', 'bench']);
    const [level] = globSync(join(directory, '*/bench/parallel_*'));
    if (level === undefined) throw new Error('EvalScope has written no results.');
    const { requests } = await server.truth();
    return { figures: readFigures(level), truth: truthOf(requests) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function readFigures(level: string): Figures {
  const summary = JSON.parse(readFileSync(join(level, 'benchmark_summary.json'), 'utf8')) as Record<string, number>;
  const database = new DatabaseSync(join(level, 'benchmark_data.db'), { readOnly: true });
  try {
    const column = (name: string): number[] =>
      database
        .prepare(`SELECT ${name} * 1000 AS ms FROM result WHERE success = 1`)
        .all()
        .map(({ ms }) => Number(ms));
    return {
      qps: summary['Req Throughput (req/s)'] ?? Number.NaN,
      ttft: quantilesOf(column('first_chunk_latency')),
      latency: quantilesOf(column('latency')),
      tpot: quantilesOf(column('time_per_output_token')),
    };
  } finally {
    database.close();
  }
}
