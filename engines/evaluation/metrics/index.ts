/** The catalog of metrics: the list of their files. */
import { argumentCorrectness } from './agent/argument-correctness.ts';
import { stepEfficiency } from './agent/step-efficiency.ts';
import { taskCompletion } from './agent/task-completion.ts';
import { toolCorrectness } from './agent/tool-correctness.ts';
import { conversationCompleteness } from './dialog/conversation-completeness.ts';
import { conversationRelevancy, knowledgeRetention, roleAdherence } from './dialog/turns.ts';
import type { Metric } from './metric.ts';
import { correctness } from './quality/correctness.ts';
import { criteria } from './quality/criteria.ts';
import { rubric } from './quality/rubric.ts';
import { answerRelevance } from './rag/answer-relevance.ts';
import { citationSupport } from './rag/citation-support.ts';
import { contextPrecision } from './rag/context-precision.ts';
import { contextRecall } from './rag/context-recall.ts';
import { contextRelevance } from './rag/context-relevance.ts';
import { faithfulness } from './rag/faithfulness.ts';
import { hallucination } from './rag/hallucination.ts';
import { bias } from './safety/bias.ts';
import { pii } from './safety/pii.ts';
import { toxicity } from './safety/toxicity.ts';
import { cost } from './target/cost.ts';
import { latency } from './target/latency.ts';
import { bleu } from './text/bleu.ts';
import { chrf } from './text/chrf.ts';
import { contains } from './text/contains.ts';
import { embeddingSimilarity } from './text/embedding-similarity.ts';
import { exactMatch } from './text/exact-match.ts';
import { jsonSchema } from './text/json-schema.ts';
import { regex } from './text/regex.ts';
import { rougeL } from './text/rouge-l.ts';
import { tokenF1 } from './text/token-f1.ts';

export const METRICS: readonly Metric[] = [
  faithfulness,
  hallucination,
  citationSupport,
  answerRelevance,
  contextPrecision,
  contextRecall,
  contextRelevance,
  conversationRelevancy,
  conversationCompleteness,
  knowledgeRetention,
  roleAdherence,
  taskCompletion,
  toolCorrectness,
  argumentCorrectness,
  stepEfficiency,
  correctness,
  criteria,
  rubric,
  toxicity,
  bias,
  pii,
  exactMatch,
  contains,
  regex,
  jsonSchema,
  bleu,
  rougeL,
  chrf,
  tokenF1,
  embeddingSimilarity,
  latency,
  cost,
];

const BY_KEY: ReadonlyMap<string, Metric> = new Map(METRICS.map((metric) => [metric.key, metric]));

/** The metric of a measurement. */
export function metricOf(key: string): Metric {
  const metric = BY_KEY.get(key);
  if (metric === undefined) throw new Error(`There is no metric ${key}.`);
  return metric;
}
export type { Given, Measured, Metric } from './metric.ts';
