/**
 * `npm run bench:knowledge-global [-- --model NAME --questions N --keep FILE]`: questions about all documents, answered
 * by `GLOBAL` with and without a language model, by plain vectors with an answer, and by the method of GraphRAG, on the
 * documents of bench/knowledge/documents in one dataset. A question has a list of what a full answer names
 * (bench/knowledge/global/questions.json). The service's own evaluation judges all answers.
 *
 * The model is scripted, or `--model`: a chat model of the settings (`MODEL_<NAME>_URL`, `MODEL_<NAME>_ID`).
 * `--questions`: only the first N of them. `--keep` is a file that gets all answers, as JSON Lines.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Static } from 'typebox';
import type { KnowledgeCommunityList } from '../api/knowledge/communities.ts';
import type { Infrastructure } from '../embedded/stack.ts';
import { readOptions } from '../platform/command-line.ts';
import { readSettings } from '../platform/config.ts';
import { readModels } from '../platform/config/models.ts';
import type { ApiClient } from './support/client.ts';
import { readCases } from './knowledge/cases.ts';
import type { Passage } from './knowledge/cases.ts';
import { openGraphRag } from './knowledge/global/graphrag.ts';
import { judgeGlobal } from './knowledge/global/judge.ts';
import type { AnsweredQuestion, GlobalQuestion } from './knowledge/global/judge.ts';
import type { GlobalMethod } from './knowledge/global/method.ts';
import { scripted } from './knowledge/global/script.ts';
import { serviceMethods } from './knowledge/global/service.ts';
import { ingest } from './knowledge/ingest.ts';
import { memify } from './knowledge/memify.ts';
import { startKnowledge } from './knowledge/service.ts';
import { serveCountingModel } from './support/model/counting-model.ts';
import type { Asked, CountingModel } from './support/model/counting-model.ts';
import { forwardTo } from './support/model/forward.ts';
import type { Settings } from './support/processes.ts';
import { onStack } from './support/run.ts';

const NAMESPACE = 'bench-global';
const DOCUMENTS = join(import.meta.dirname, 'knowledge/documents');

const given = readOptions('npm run bench:knowledge-global [-- --model NAME --questions N --keep FILE]', {
  model: { type: 'string' },
  questions: { type: 'string', default: '100' },
  keep: { type: 'string' },
});
const asked: readonly GlobalQuestion[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'knowledge/global/questions.json'), 'utf8'),
);
const questions = asked.slice(0, Number(given.questions));
await onStack(run);

async function run(stack: Infrastructure): Promise<void> {
  const model = await openModel();
  try {
    const { service: client } = await startKnowledge(stack, NAMESPACE, settingsOf(model.url));
    const { passages, datasetKey, communities } = await openDataset(client);
    model.take();
    const began = performance.now();
    const graphRag = await openGraphRag(model.url, communities, passages);
    const before = { ...model.take(), seconds: (performance.now() - began) / 1000 };
    console.error(
      `${passages.length} documents, ${communities.length} communities; reports: ${before.calls} calls, ` +
        `${before.inputTokens} + ${before.outputTokens} tokens, ${before.seconds.toFixed(0)} s`,
    );
    printHead();
    for (const method of [...serviceMethods(client, datasetKey, model.url), graphRag]) {
      await measure(client, model, method, passages);
    }
    await client.close();
  } finally {
    model.close();
  }
}

function openModel(): Promise<CountingModel> {
  if (given.model === undefined) return serveCountingModel(scripted, 0);
  const model = readSettings(process.env, readModels).named[given.model];
  if (model === undefined) throw new RangeError(`The settings have no model ${given.model}.`);
  return serveCountingModel(forwardTo(model), 0);
}

/** The prices are made up: a limit of no dollars makes `GLOBAL` answer without the model. */
const settingsOf = (modelUrl: string): Settings => ({
  MODEL_MAIN_URL: modelUrl,
  MODEL_MAIN_ID: 'main',
  EXTRACT_MODEL: 'main',
  ANSWER_MODEL: 'main',
  JUDGE_MODEL: 'main',
  GENERATE_MODEL: 'main',
  MODEL_MAIN_INPUT_USD_PER_MILLION: '1',
  MODEL_MAIN_OUTPUT_USD_PER_MILLION: '2',
});

async function openDataset(client: ApiClient) {
  const folders = await Promise.all(['dated', 'harbour', 'office'].map((name) => readCases(DOCUMENTS, name)));
  const passages: readonly Passage[] = folders.flatMap((folder) => folder.passages);
  const dataset = await ingest(client, { name: 'global', passages }, { hasTitles: true });
  await memify(client, dataset);
  const { items: communities } = await client.get<Static<typeof KnowledgeCommunityList>>(
    `/v1/knowledge/datasets/${dataset.datasetId}/communities?limit=200`,
  );
  return { passages, datasetKey: dataset.datasetKey, communities };
}

async function measure(
  client: ApiClient,
  model: CountingModel,
  method: GlobalMethod,
  passages: readonly Passage[],
): Promise<void> {
  const answered: AnsweredQuestion[] = [];
  const began = performance.now();
  for (const question of questions) {
    const answer = await method.answer(question.q);
    answered.push({ question, answer });
    if (given.keep !== undefined)
      appendFileSync(given.keep, `${JSON.stringify({ method: method.name, ...question, ...answer })}\n`);
  }
  const seconds = (performance.now() - began) / 1000;
  const used = model.take();
  const judged = await judgeGlobal(
    client,
    answered,
    passages.map(({ text }) => text),
  );
  printRow(method.name, answered, judged, used, seconds);
}

function printHead(): void {
  console.log(
    '| method | aspects covered | statements that the cited sources support | that the documents support | ' +
      'answers | words | calls | input tokens | output tokens | seconds |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|');
}

/** Words, calls, tokens and seconds are those of a question, on average. */
function printRow(
  name: string,
  answered: readonly AnsweredQuestion[],
  { covered, cited, faithful }: Awaited<ReturnType<typeof judgeGlobal>>,
  { calls, inputTokens, outputTokens }: Asked,
  seconds: number,
): void {
  const given = answered.filter(({ answer }) => answer.text.trim() !== '');
  const words = given.reduce((sum, { answer }) => sum + answer.text.split(/\s+/).length, 0) / Math.max(given.length, 1);
  const each = (sum: number, digits: number): string => (sum / answered.length).toFixed(digits);
  const figures = [covered, cited, faithful].map((share) => share.toFixed(3)).join(' | ');
  console.log(
    `| ${name} | ${figures} | ${given.length} of ${answered.length} | ${words.toFixed(0)} | ${each(calls, 1)} | ` +
      `${each(inputTokens, 0)} | ${each(outputTokens, 0)} | ${each(seconds, 1)} |`,
  );
}
