/**
 * Long quality runs by a scripted model: their memory beside that of a short one, what a worker's deaths cost, and a
 * judge with many faults.
 */
import type { Infrastructure } from '../../../embedded/stack.ts';
import { openDatabase } from '../../../platform/database/client.ts';
import { ApiClient } from '../../support/client.ts';
import { serveCountingModel } from '../../support/model/counting-model.ts';
import type { ChatRequest } from '../../support/model/counting-model.ts';
import { startApi, startWorker } from '../../support/processes.ts';
import { measureRun, readCase } from './run.ts';
import type { LongRun, Measured } from './run.ts';

const NAMESPACE = 'bench-endurance';

const SHORT: LongRun = { cases: 500, judge: 'good', deaths: [] };
const RUNS: readonly LongRun[] = [
  SHORT,
  { ...SHORT, cases: 5000 },
  { ...SHORT, cases: 5000, deaths: [0.3, 0.6] },
  { ...SHORT, cases: 1000, judge: 'faulty' },
];
/** Share of the calls that the faulty judge breaks. */
const BROKEN = 1 / 3;

/**
 * How much more memory the worker may take for a long run than for the short one, and the API than at the submission.
 */
const MOST_GROWTH = 1.25;
/** As in a container of the production file: without a bound, a heap keeps its garbage for long. */
const WORKER_HEAP_MB = 512;

/** Whether no verdict was paid for twice, no case was lost, and the memory of worker and API is flat. */
export async function benchEndurance(stack: Infrastructure): Promise<boolean> {
  const asked = new Map<number, number>();
  const answer = async ({ messages }: ChatRequest): Promise<string> => {
    const { index, verdict } = readCase(messages[1]?.content ?? '');
    asked.set(index, (asked.get(index) ?? 0) + 1);
    return JSON.stringify({ reason: 'It says so.', verdict });
  };
  const [good, faulty] = [await serveCountingModel(answer, 0), await serveCountingModel(answer, BROKEN)];
  const database = openDatabase(stack.env.DATABASE_URL);
  try {
    const settings = {
      MODEL_GOOD_URL: good.url,
      MODEL_GOOD_ID: 'good',
      MODEL_FAULTY_URL: faulty.url,
      MODEL_FAULTY_ID: 'faulty',
      ...Object.fromEntries(['JUDGE', 'ANSWER', 'EXTRACT', 'GENERATE'].map((role) => [`${role}_MODEL`, 'good'])),
      MAX_BODY_BYTES: '8000000',
    };
    const { url, child } = await startApi(stack, NAMESPACE, settings);
    const service = await ApiClient.connect(url);
    const heap = { NODE_OPTIONS: `--max-old-space-size=${WORKER_HEAP_MB}` };
    const columns = ['cases', 'judge', 'worker killed', 's', 'answers', 'for kept verdicts', 'scored', 'unmeasured'];
    console.log(`| ${[...columns, 'whole', 'worker MB', 'API MB'].join(' | ')} |`);
    console.log(`|${'---|'.repeat(columns.length + 3)}`);
    const rows: Measured[] = [];
    for (const run of RUNS) {
      const name = `worker-${rows.length + 1}`;
      const worker = await startWorker(stack, NAMESPACE, 1, { name, settings: { ...settings, ...heap } });
      const row = await measureRun({ service, apiPid: child.pid ?? 0, worker, database, asked }, run);
      await worker.stop();
      rows.push(row);
      console.log(`| ${cellsOf(run, row).join(' | ')} |`);
    }
    await service.close();
    const [short] = rows;
    return rows.every(
      ({ isWhole, wasted, workerMb, apiMb }) =>
        isWhole &&
        wasted === 0 &&
        workerMb.peak <= MOST_GROWTH * (short?.workerMb.peak ?? 0) &&
        apiMb.peak <= MOST_GROWTH * apiMb.first,
    );
  } finally {
    good.close();
    faulty.close();
    await database.close();
  }
}

function cellsOf({ cases, judge, deaths }: LongRun, row: Measured): (string | number)[] {
  const { seconds, prompts, wasted, scored, unmeasured, isWhole, workerMb, apiMb } = row;
  const reasons = Object.entries(unmeasured).map(([reason, count]) => `${reason} ${count}`);
  return [
    cases,
    judge,
    deaths.length,
    seconds.toFixed(0),
    prompts,
    wasted,
    scored,
    reasons.join(', ') || 0,
    isWhole ? 'yes' : 'no',
    ...[workerMb, apiMb].map(({ first, peak }) => `${first.toFixed(0)} to ${peak.toFixed(0)}`),
  ];
}
