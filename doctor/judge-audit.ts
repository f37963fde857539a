/**
 * `npm run judge:audit -- --cases FILE`: measures how well a judge agrees with people. Each line of FILE is a case as
 * in a request, with a `label`: true, false or a number. docs/evaluation-metrics.md explains the figures.
 */
import { Value } from 'typebox/value';
import { openModels } from '../domain/models/index.ts';
import type { Models } from '../domain/models/index.ts';
import { METRICS } from '../engines/evaluation/metrics/index.ts';
import type { Metric } from '../engines/evaluation/metrics/index.ts';
import { BUILT_IN } from '../engines/evaluation/options.ts';
import type { Figure } from '../engines/statistics/audit.ts';
import { readOptions } from '../platform/command-line.ts';
import { ConfigError } from '../platform/config.ts';
import { readConfig } from '../domain/settings.ts';
import { findEnvironment } from '../platform/config/env-file.ts';
import { openDatabase } from '../platform/database/client.ts';
import { openSecrets } from '../platform/secrets.ts';
import { SetupError } from '../platform/setup-error.ts';
import { auditJudge } from './judge-audit/audit-judge.ts';
import type { AuditedJudge } from './judge-audit/audit-judge.ts';
import { readLabelledCases } from './judge-audit/labelled-cases.ts';
import { measureBuiltIn, measureByModel } from './judge-audit/measures.ts';

const USAGE = 'npm run judge:audit -- --cases FILE [--judge built_in|MODEL --metric KEY --params JSON --good LABEL]';

const given = readOptions(USAGE, {
  cases: { type: 'string' },
  judge: { type: 'string', default: BUILT_IN },
  metric: { type: 'string', default: 'rag.faithfulness' },
  params: { type: 'string', default: '{}' },
  good: { type: 'string', default: '0.5' },
});

async function main(): Promise<number> {
  if (given.cases === undefined) {
    process.stderr.write(`usage: ${USAGE}\n`);
    return 2;
  }
  const metric = chosenMetric(given.metric, given.judge);
  const measurement = { metric, params: chosenParams(metric, given.params) };
  const rules = { metric, good: Number(given.good) };
  if (Number.isNaN(rules.good)) throw new SetupError('--good is not a number.');
  const labelled = await readLabelledCases(given.cases);
  const audit =
    given.judge === BUILT_IN && !metric.needsEmbedding
      ? await auditJudge(labelled, rules, (cases) => measureBuiltIn(NO_MODELS, measurement, cases))
      : await withModels((models) =>
          auditJudge(labelled, rules, (cases) =>
            given.judge === BUILT_IN
              ? measureBuiltIn(models, measurement, cases)
              : measureByModel(models, given.judge, measurement, cases),
          ),
        );
  print(metric, audit);
  return 0;
}

const NO_MODELS = {
  embed: () => Promise.reject(new Error('No model is open.')),
};

function chosenMetric(key: string, judge: string): Metric {
  const metric = METRICS.find((one) => one.key === key);
  if (metric === undefined)
    throw new SetupError(`There is no metric ${key}. Metrics: ${METRICS.map((one) => one.key).join(', ')}.`);
  const kind = judge === BUILT_IN ? BUILT_IN : 'model';
  // What needs no judge is measured all the same.
  if (metric.judges.includes(kind) || (kind === BUILT_IN && metric.judges.length === 0)) return metric;
  throw new SetupError(
    `${key} cannot be judged by ${judge}. Fix: --judge ${kind === BUILT_IN ? 'with the name of a model' : BUILT_IN}.`,
  );
}

function chosenParams(metric: Metric, json: string): unknown {
  if (!isJson(json)) throw new SetupError('--params is not valid JSON.');
  const params: unknown = Value.Default(metric.parameters, JSON.parse(json));
  const [error] = Value.Errors(metric.parameters, params);
  if (error === undefined) return params;
  throw new SetupError(`--params: ${error.instancePath} ${error.message}.`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function withModels<T>(work: (models: Models) => Promise<T>): Promise<T> {
  const { env, message } = findEnvironment();
  console.error(message);
  const config = readConfig(env);
  const database = openDatabase(config.database.url);
  try {
    const secrets = openSecrets(config.secrets);
    return await work(openModels(config.models, { database, secrets, network: config.network }));
  } finally {
    await database.close();
  }
}

function print({ key, threshold }: Metric, audit: AuditedJudge): void {
  const { measured, unmeasured, auc, lengthAuc, kappa, spearman } = audit;
  console.log(`${key}, judged by ${given.judge}: ${measured} cases`);
  for (const [reason, count] of Object.entries(unmeasured)) console.log(`unmeasured, ${reason}: ${count}`);
  console.log(`\n| statistic | value | 95 % interval |\n|---|---|---|`);
  console.log(`| AUC | ${cells(auc)} |`);
  console.log(`| AUC of the length of the answer | ${three(lengthAuc)} | |`);
  if (kappa !== null) console.log(`| kappa at the threshold ${threshold} | ${cells(kappa)} |`);
  console.log(`| Spearman | ${cells(spearman)} |`);
}

const cells = ({ value, interval }: Figure): string =>
  `${three(value)} | ${interval === null ? '' : `${three(interval.low)} to ${three(interval.high)}`}`;

const three = (value: number): string => (Number.isNaN(value) ? 'not defined' : value.toFixed(3));

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof ConfigError || error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
}
