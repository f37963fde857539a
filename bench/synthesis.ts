/**
 * `npm run bench:synthesis [-- --cases DIR --only PART,... --sets NAME,... --count N --passages N --model NAME
 * --deepeval PYTHON --keep DIR]`: measures synthesis through the HTTP API. DIR has case files of the forms of
 * bench/knowledge/cases.ts; without it the bench looks for `../shared/eval-data/knowledge/general` next to the
 * checkout. Exits with 1 when a goal is missed. Parts:
 *
 * - `rows`: 10,000 rows of two tables, beside json-schema-faker: validity by an independent validator, chi-square of
 *   distributions, references, time, and equal bytes.
 * - `questions`: `--count` questions on the first `--passages` passages of each set, by rules and by a scripted model
 *   that plants faults, beside those of people;
 * `--model` is a chat model of the settings (`MODEL_<NAME>_URL`, `MODEL_<NAME>_ID`), which is measured too.
 * `--deepeval` names a Python that has `deepeval`, whose
 *   Synthesizer is measured beside it with the same models.
 * - `others`: the other engines in small, by the scripted model.
 *
 * `--sets` names case files of DIR, by default three; DeepEval takes some minutes of each. `--keep` is a folder that
 * gets all questions and items, as JSON Lines, for reading.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Infrastructure } from '../embedded/stack.ts';
import { readOptions } from '../platform/command-line.ts';
import { readSettings } from '../platform/config.ts';
import { readModels } from '../platform/config/models.ts';
import type { ApiClient } from './support/client.ts';
import { openEmbedding } from './support/embedding.ts';
import { caseNames, readCases } from './knowledge/cases.ts';
import type { Cases } from './knowledge/cases.ts';
import { serveCountingModel } from './support/model/counting-model.ts';
import { forwardTo } from './support/model/forward.ts';
import { onStack } from './support/run.ts';
import { Planted } from './synthesis/model/faults.ts';
import { scriptedBy } from './synthesis/model/script.ts';
import { benchOthers } from './synthesis/others.ts';
import { benchQuestions } from './synthesis/questions/index.ts';
import type { NamedModel } from './synthesis/questions/index.ts';
import { benchRows } from './synthesis/rows/index.ts';
import { openService } from './synthesis/service.ts';

const given = readOptions(
  'npm run bench:synthesis [-- --cases DIR --only PART,... --sets NAME,... --count N --passages N --model NAME ' +
    '--deepeval PYTHON --keep DIR]',
  {
    cases: { type: 'string' },
    only: { type: 'string', default: 'rows,questions,others' },
    sets: { type: 'string', default: 'onehop_a,hotpotqa_a,xquad_en_a' },
    count: { type: 'string', default: '200' },
    passages: { type: 'string', default: '400' },
    model: { type: 'string' },
    deepeval: { type: 'string' },
    keep: { type: 'string' },
  },
);

const PARTS: Readonly<Record<string, (client: ApiClient, models: readonly NamedModel[]) => Promise<boolean>>> = {
  rows: (client) => benchRows(client),
  questions: async (client, models) => {
    const sets = await readSets();
    if (sets.length === 0) return true;
    const { deepeval = null } = given;
    if (deepeval === null) console.error('skipped: DEEPEVAL IS NOT MEASURED. Fix: give --deepeval PYTHON.');
    const bench = { client, models, embed: await openEmbedding(), count: Number(given.count), deepeval, keep };
    return benchQuestions(bench, sets);
  },
  others: async (client, [scripted]) => {
    const [first] = await readSets();
    return first === undefined || scripted === undefined ? true : benchOthers(client, scripted, first, keep);
  },
};

const parts = given.only.split(',').map((name) => {
  const measure = PARTS[name];
  if (measure === undefined) throw new RangeError(`There is no part ${name}. Parts: ${Object.keys(PARTS).join(', ')}`);
  return { name, measure };
});
await onStack(run);

async function run(stack: Infrastructure): Promise<void> {
  const models = await openModels();
  try {
    const client = await openService(stack, Object.fromEntries(models.map(({ name, server }) => [name, server.url])));
    for (const { name, measure } of parts) {
      console.log(`\n## ${name}\n`);
      if (!(await measure(client, models))) process.exitCode = 1;
    }
    await client.close();
  } finally {
    for (const { server } of models) server.close();
  }
}

/** The scripted model, and behind a server that counts, the one that was named. */
async function openModels(): Promise<NamedModel[]> {
  const planted = { current: new Planted() };
  const server = await serveCountingModel((request) => scriptedBy(planted.current)(request), 0);
  const scripted = { name: 'scripted', server, planted };
  if (given.model === undefined) {
    console.error('skipped: NO REAL MODEL IS MEASURED. Fix: give --model NAME of one in the settings.');
    return [scripted];
  }
  const model = readSettings(process.env, readModels).named[given.model];
  if (model === undefined) throw new RangeError(`The settings have no model ${given.model}.`);
  return [scripted, { name: model.name, server: await serveCountingModel(forwardTo(model), 0), planted: null }];
}

async function readSets(): Promise<Cases[]> {
  const folder = given.cases ?? join(import.meta.dirname, '../../shared/eval-data/knowledge/general');
  const names = caseNames(folder).filter((name) => given.sets.split(',').includes(name));
  if (names.length === 0) {
    console.error(`skipped: NO QUESTIONS ARE MEASURED, ${folder} has none of ${given.sets}. Fix: give --cases DIR.`);
  }
  const read = await Promise.all(names.map((name) => readCases(folder, name)));
  const most = Number(given.passages);
  // Questions on passages that are left out cannot be found.
  return read.map(({ name, passages, questions }) => ({
    name,
    passages: passages.slice(0, most),
    questions: questions.filter(({ gold }) => gold.every((at) => at < most)),
  }));
}

function keep(row: string, items: readonly unknown[]): void {
  if (given.keep === undefined) return;
  mkdirSync(given.keep, { recursive: true });
  const file = `${row.replaceAll(/[^A-Za-z0-9]+/g, '-')}.jsonl`;
  writeFileSync(join(given.keep, file), items.map((item) => `${JSON.stringify(item)}\n`).join(''));
}
