/**
 * `npm run bench:knowledge [-- --cases DIR --only NAME,... --no-titles]`: measures knowledge through the HTTP API. Each
 * case file becomes a dataset, whose questions are asked by every type of search; plain vectors and BM25 are rows of
 * the same run. Answers are judged with and without the gold passages. The ingestion is compared with the embedding
 * model alone.
 *
 * DIR has case files of the forms of bench/knowledge/cases.ts; without it the bench looks for
 * `../shared/eval-data/knowledge` next to the checkout. bench/knowledge/documents has contracts, policies and tables,
 * with questions that they answer and others. `--no-titles` adds the texts alone.
 */
import { join } from 'node:path';
import type { Infrastructure } from '../embedded/stack.ts';
import { readOptions } from '../platform/command-line.ts';
import { ask, CUTOFFS } from './knowledge/ask.ts';
import type { Answered } from './knowledge/ask.ts';
import { caseNames, readCases } from './knowledge/cases.ts';
import type { Cases } from './knowledge/cases.ts';
import { judgeAnswers } from './knowledge/answers.ts';
import type { JudgedAnswers } from './knowledge/answers.ts';
import { embeddedPerMinute } from './knowledge/embed-alone.ts';
import { embeddedTokens } from './knowledge/embedded-tokens.ts';
import { ingest } from './knowledge/ingest.ts';
import { memify } from './knowledge/memify.ts';
import { startKnowledge } from './knowledge/service.ts';
import { watchMemory } from './support/memory.ts';
import { watchProcessorTime } from './support/processor-time.ts';
import { runBench } from './support/run.ts';
import type { Row } from './support/table.ts';

const NAMESPACE = 'bench-knowledge';

const given = readOptions('npm run bench:knowledge [-- --cases DIR --only NAME,... --no-titles]', {
  cases: { type: 'string' },
  only: { type: 'string' },
  'no-titles': { type: 'boolean', default: false },
});
const TITLES = given['no-titles'] ? ', without titles' : '';
const folder = given.cases ?? join(import.meta.dirname, '../../shared/eval-data/knowledge');
const names = caseNames(folder);
const chosen = given.only?.split(',') ?? names;
const unknown = chosen.filter((name) => !names.includes(name));

if (names.length === 0) {
  console.error(`skipped: NOTHING WAS MEASURED, ${folder} has no case files. Fix: give --cases DIR.`);
} else if (unknown.length > 0) {
  console.error(`${folder} has no cases ${unknown.join(', ')}. It has ${names.join(', ')}.`);
  process.exitCode = 2;
} else {
  await runBench(run);
}

/** Prints the recall of each case file when it is measured; the rows are about ingestion. */
async function run(stack: Infrastructure): Promise<Row[]> {
  const { service, worker, settings } = await startKnowledge(stack, NAMESPACE);
  const rows: Row[] = [];
  const answers: (JudgedAnswers & { readonly name: string })[] = [];
  printRecallHead();
  for (const name of chosen) {
    const cases = await readCases(folder, name);
    const embedded = await embeddedPerMinute({ ...process.env, ...stack.env, ...settings }, cases.passages);
    const memory = watchMemory(worker.pid ?? 0);
    const processorTime = watchProcessorTime(stack.supervisor.children);
    const dataset = await ingest(service, cases, { hasTitles: !given['no-titles'] });
    const used = processorTime();
    memory.stop();
    const memifySeconds = await memify(service, dataset);
    const { addSeconds, cognifySeconds, chunks, tokens } = dataset;
    const seconds = `Add ${addSeconds.toFixed(1)} s, Cognify ${cognifySeconds.toFixed(1)} s`;
    console.error(
      `${name}: ${chunks} chunks, ${seconds}, Memify ${memifySeconds.toFixed(1)} s, worker ` +
        `${memory.peakMb().toFixed(0)} MB`,
    );
    rows.push(
      {
        what: `${name}: Add + Cognify of ${cases.passages.length} passages, ${chunks} chunks (${seconds})`,
        unit: 'chunks a minute',
        baselineName: 'the embedding model alone, in chunks of the same length',
        baseline: embedded / (tokens / chunks),
        measured: chunks / ((addSeconds + cognifySeconds) / 60),
        goal: '',
      },
      {
        what:
          `${name}: processor time of a chunk ` +
          `(${used.map(([name, seconds]) => `${name} ${((1000 * seconds) / chunks).toFixed(1)}`).join(', ')})`,
        unit: 'ms',
        baselineName: 'the embedder',
        baseline: (1000 * (new Map(used).get('embedder') ?? Number.NaN)) / chunks,
        measured: (1000 * used.reduce((sum, [, seconds]) => sum + seconds, 0)) / chunks,
        goal: '',
      },
      {
        what: `${name}: memory of the worker, peak`,
        unit: 'MB',
        baselineName: 'the same process before',
        baseline: memory.idleMb,
        measured: memory.peakMb(),
        goal: '',
      },
    );
    const findable = cases.questions.filter(({ gold }) => gold.length > 0);
    for (const answered of await ask(service, dataset, findable, () => embeddedTokens(settings)))
      printRecall(cases, answered);
    const judged = await judgeAnswers(service, dataset, cases.questions);
    if (judged !== null) answers.push({ name, ...judged });
  }
  printAnswers(answers);
  console.log();
  await service.close();
  return rows;
}

function printRecallHead(): void {
  const cutoffs = CUTOFFS.map((cutoff) => `recall@${cutoff}`).join(' | ');
  console.log(`| questions / passages | search | ${cutoffs} | all gold in 5 | p50 ms | p95 ms | tokens |`);
  console.log(`|---|---|${CUTOFFS.map(() => '---|').join('')}---|---|---|---|`);
}

function printRecall(
  { name, questions, passages }: Cases,
  { search, recall, allGold, p50, p95, tokens }: Answered,
): void {
  const shares = [...recall, allGold].map((share) => share.toFixed(3)).join(' | ');
  console.log(
    `| ${name}${TITLES}: ${questions.length} / ${passages.length} | ${search} | ${shares} | ${p50.toFixed(0)} ` +
      `| ${p95.toFixed(0)} | ${tokens?.toFixed(0) ?? '-'} |`,
  );
}

function printAnswers(judged: readonly (JudgedAnswers & { readonly name: string })[]): void {
  console.log();
  console.log(
    '| questions | answer in the 5 passages | in the best 3 sentences | in the best 2 of each passage | AUROC ' +
      'of the confidence | answered | refused without gold passages |',
  );
  console.log('|---|---|---|---|---|---|---|');
  for (const { name, questions, inPassages, inBestThree, inCited, auroc, answered, refused } of judged) {
    const figures = [inPassages, inBestThree, inCited, auroc, answered, refused].map((figure) => figure.toFixed(3));
    console.log(`| ${name}${TITLES}: ${questions} | ${figures.join(' | ')} |`);
  }
}
