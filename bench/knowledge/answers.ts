/**
 * Answers without a language model: whether the cited sentences hold the answer of the case file, and whether the
 * confidence tells a question whose gold passages are in the dataset from the same question without them.
 */
import type { SearchResponse } from '../../api/knowledge/search/schemas.ts';
import type { ApiClient } from '../support/client.ts';
import type { Question } from './cases.ts';
import { nodeSetOf, NODE_SETS } from './ingest.ts';
import type { Ingested } from './ingest.ts';

export interface JudgedAnswers {
  /** Questions with an answer other than yes or no, of which the shares of sentences are. */
  readonly questions: number;
  /**
   * Shares of questions whose answer is in the five passages, in the best three sentences, and in all that are cited:
   * the best two of each passage.
   */
  readonly inPassages: number;
  readonly inBestThree: number;
  readonly inCited: number;
  /**
   * Probability that the confidence is higher with the gold passages than without them or for a question that has none,
   * for any two questions.
   */
  readonly auroc: number;
  /** Shares of these: answered with the gold passages, refused without. */
  readonly answered: number;
  readonly refused: number;
}

const PASSAGES = 5;
const BEST = 3;

/** `null` for a case file without answers. */
export async function judgeAnswers(
  service: ApiClient,
  dataset: Ingested,
  questions: readonly Question[],
): Promise<JudgedAnswers | null> {
  const asked = questions.filter(({ answers, gold }) => answers.length > 0 && gold.length > 0);
  if (asked.length === 0) return null;
  const judged: Judged[] = [];
  for (const question of asked) judged.push(await judge(service, dataset, question));
  const refusable = judged.map(({ withoutGold }) => withoutGold);
  for (const { text } of questions.filter(({ gold }) => gold.length === 0)) {
    const { answer } = await ask(service, dataset, text, {});
    refusable.push(judgementOf(answer));
  }
  const named = judged.filter(({ isNamed }) => isNamed);
  return {
    questions: named.length,
    inPassages: share(named, ({ inPassages }) => inPassages),
    inBestThree: share(named, ({ inBestThree }) => inBestThree),
    inCited: share(named, ({ inCited }) => inCited),
    auroc: areaUnderCurve(
      judged.map(({ withGold }) => withGold.confidence),
      refusable.map(({ confidence }) => confidence),
    ),
    answered: share(judged, ({ withGold }) => withGold.holdsAnswer),
    refused: share(refusable, ({ holdsAnswer }) => !holdsAnswer),
  };
}

type Judged = Awaited<ReturnType<typeof judge>>;

function ask(
  service: ApiClient,
  { datasetKey }: Ingested,
  query_text: string,
  filters: object,
): Promise<SearchResponse> {
  return service.post<SearchResponse>('/v1/knowledge/search', {
    query_text,
    dataset_keys: [datasetKey],
    top_k: PASSAGES,
    timeout_seconds: 120,
    filters,
  });
}

async function judge(service: ApiClient, dataset: Ingested, { text, gold, answers }: Question) {
  const { results, answer } = await ask(service, dataset, text, {});
  const taken = new Set(gold.map(nodeSetOf));
  const without = await ask(service, dataset, text, { node_sets: NODE_SETS.filter((nodeSet) => !taken.has(nodeSet)) });
  const cited = (answer?.citations ?? []).map(({ rank, text }) => `${results[rank - 1]?.heading}. ${text}`);
  return {
    isNamed: !answers.every((answer) => /^(?:yes|no)$/i.test(answer)),
    inPassages: holds(
      results.map(({ heading, text }) => `${heading}. ${text}`),
      answers,
    ),
    inBestThree: holds(cited.slice(0, BEST), answers),
    inCited: holds(cited, answers),
    withGold: judgementOf(answer),
    withoutGold: judgementOf(without.answer),
  };
}

function judgementOf(answer: SearchResponse['answer']) {
  return { confidence: answer?.confidence ?? 0, holdsAnswer: answer?.holds_answer ?? false };
}

function holds(texts: readonly string[], answers: readonly string[]): boolean {
  const read = ` ${plain(texts.join('\n'))} `;
  return answers.some((answer) => read.includes(` ${plain(answer)} `));
}

/** Without case, accents, articles and punctuation, as answers of SQuAD are compared. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/\b(?:an?|the)\b/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Equal values count half. */
function areaUnderCurve(positive: readonly number[], negative: readonly number[]): number {
  const wins = positive.flatMap((a) => negative.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
  return wins.reduce((sum: number, win) => sum + win, 0) / wins.length;
}

function share<T>(values: readonly T[], is: (value: T) => boolean): number {
  return values.filter(is).length / values.length;
}
