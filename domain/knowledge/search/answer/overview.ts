/**
 * The first stage of `GLOBAL` with a language model: what the passages of each community say to the question. The
 * second one is the answer (model-answer.ts). The model is shown passages that the caller may read, and that the
 * filters match.
 */
import { passagesThatFit, questionPrompt } from '../../../../engines/knowledge/answer/index.ts';
import {
  MOST_POINTS_TOKENS,
  POINTS_RULES,
  POINTS_SCHEMA,
  checkPoints,
  mostForAnswer,
  mostForPoints,
} from '../../../../engines/knowledge/communities/points.ts';
import type { Point } from '../../../../engines/knowledge/communities/points.ts';
import type { EstimatedTokens } from '../../../../engines/knowledge/extraction/index.ts';
import { hitOf } from '../../../../engines/knowledge/retrieval/index.ts';
import type { Hit } from '../../../../engines/knowledge/retrieval/index.ts';
import type { ModelConfig } from '../../../../platform/config/models.ts';
import type { Database } from '../../../../platform/database/client.ts';
import type { Measure } from '../../../jobs/usage.ts';
import { usdOf } from '../../../models/prices.ts';
import type { Part } from '../findings.ts';
import type { Search } from '../opening.ts';
import { readTexts } from '../passages.ts';
import type { ChunkWithSource } from '../passages.ts';
import type { SearchWarning } from '../warnings.ts';
import { askAnswerModel } from './model-call.ts';
import type { Answered, ModelFailure } from './model-call.ts';

/**
 * Of the time that is left, the first stage's part; the answer needs the rest. Set by judgement: no sample fixed it.
 */
const TIME_SHARE = 0.6;

/** What a model said of the communities before it answers. */
export type Overview =
  /** It was not to be asked about them, or there is none. */
  | { readonly kind: 'not_asked'; readonly warnings: readonly [] }
  /** It may not be asked anything: `maxUsd` suffices for no call. */
  | { readonly kind: 'too_dear'; readonly warnings: readonly SearchWarning[] }
  | PointsOverview;

export const NOT_ASKED: Overview = { kind: 'not_asked', warnings: [] };

/** No points: it failed, or nothing helps. */
export interface PointsOverview {
  readonly kind: 'points';
  /** The most helpful first. */
  readonly points: readonly (Point & { readonly chunks: readonly string[] })[];
  /** The passages of the points, those of the most helpful first. */
  readonly hits: readonly Hit[];
  /** Those that have points, likewise. */
  readonly parts: readonly Part[];
  /** What the calls took. */
  readonly spent: readonly Measure[];
  /** Why the model said nothing of any community; `null` if it did. */
  readonly failure: ModelFailure | null;
  readonly warnings: readonly SearchWarning[];
}

/** A community, or what is in none, as a model is asked about it. */
interface AskedPart {
  readonly part: Part;
  readonly texts: readonly ChunkWithSource[];
}

/** The parts that have passages, in their order. */
async function withTexts(database: Database, parts: readonly Part[]): Promise<AskedPart[]> {
  const { texts } = await readTexts(
    database,
    parts.flatMap(({ chunks }) => chunks),
  );
  const byChunk = new Map(texts.map((text) => [text.chunk, text]));
  return parts
    .map((part) => ({ part, texts: part.chunks.flatMap((chunk) => byChunk.get(chunk) ?? []) }))
    .filter((asked) => asked.texts.length > 0);
}

/** Tokens that a model takes for the passages of a call, if that is known. */
export const roomForPassages = ({ contextTokens }: ModelConfig): number | undefined =>
  contextTokens === null ? undefined : contextTokens - 2 * MOST_POINTS_TOKENS;

/** Those of the passages, the first ones, that fit into a call. */
const shownOf = (model: ModelConfig, { texts }: AskedPart) =>
  passagesThatFit(
    texts.map(({ heading, body }) => ({ heading, text: body })),
    roomForPassages(model),
  );

/** The most that a question to these parts takes, both stages, without repairs. */
function mostFor(model: ModelConfig, question: string, asked: readonly AskedPart[]): EstimatedTokens {
  const answer = mostForAnswer(question, asked.length);
  return asked
    .map((part) => mostForPoints(question, shownOf(model, part)))
    .reduce((sum, { input, output }) => ({ input: sum.input + input, output: sum.output + output }), answer);
}

const TOO_DEAR: Overview = {
  kind: 'too_dear',
  warnings: [
    {
      code: 'max_cost_usd_too_low',
      message: '`max_cost_usd` is too low for even one call of the language model, so the answer quotes the passages.',
    },
  ],
};

/** Asks about each part, the best first. */
export async function overviewOf(search: Search, parts: readonly Part[]): Promise<Overview> {
  const { database, models, query, caller, deadline } = search;
  const model = models.of('answer');
  if (model === null) return NOT_ASKED;
  const asked = await withTexts(database, parts);
  const affordable = affordableOf(model, query.text, query.maxUsd ?? null, asked);
  if (affordable.length === 0) return asked.length === 0 ? NOT_ASKED : TOO_DEAR;
  const spent: Measure[] = [];
  const spend = (measure: Measure): void => {
    spent.push(measure);
    caller.spend(measure);
  };
  const until = Date.now() + Math.floor(TIME_SHARE * Math.max(0, deadline - Date.now()));
  const replies = await Promise.all(
    affordable.map(async (one) => ({ one, reply: await pointsOf(search, model, one, until, spend) })),
  );
  const failures = replies.flatMap(({ reply }) => reply.failure ?? []);
  const [failure = null] = failures;
  const left = { asked: affordable.length - failures.length, of: asked.length };
  return {
    kind: 'points',
    ...ranked(replies.map(({ one, reply }) => ({ one, points: reply.value ?? [] }))),
    spent,
    failure: left.asked === 0 ? failure : null,
    warnings: left.asked < left.of ? [leftOut(left, affordable.length < asked.length, failures)] : [],
  };
}

/** Why the answer is from fewer: the limit of cost, and each kind of failure once. */
function leftOut(
  { asked, of }: { asked: number; of: number },
  isByCost: boolean,
  failures: readonly ModelFailure[],
): SearchWarning {
  const byCode = new Map(failures.map(({ code, message }) => [code, message]));
  const reasons = [...(isByCost ? ['max_cost_usd does not suffice for more.'] : []), ...byCode.values()];
  const message = `The answer is from ${asked} of ${of} communities: ${reasons.join(' ')}`;
  return { code: 'communities_left_out', message };
}

/** The first of the parts for which the limit suffices, whatever the model writes; `null`: no limit. */
function affordableOf(
  model: ModelConfig,
  question: string,
  maxUsd: number | null,
  asked: readonly AskedPart[],
): readonly AskedPart[] {
  if (maxUsd === null) return asked;
  let count = asked.length;
  while (count > 0 && (usdOf(model, mostFor(model, question, asked.slice(0, count))) ?? 0) > maxUsd) count--;
  return asked.slice(0, count);
}

type PassagePoint = PointsOverview['points'][number];

async function pointsOf(
  search: Search,
  model: ModelConfig,
  asked: AskedPart,
  until: number,
  spend: (measure: Measure) => void,
): Promise<Answered<readonly PassagePoint[]>> {
  const shown = shownOf(model, asked);
  const quoted = asked.texts.slice(0, shown.length);
  const request = {
    messages: [
      { role: 'system', content: POINTS_RULES },
      { role: 'user', content: questionPrompt(search.query.text, shown) },
    ],
    schema: { name: 'points', schema: POINTS_SCHEMA },
    maxTokens: MOST_POINTS_TOKENS,
  } as const;
  const { value, failure } = await askAnswerModel(search, { request, quoted, until, spend });
  if (failure !== null) return { value: null, failure };
  const points = checkPoints(value, shown.length);
  const said = points.map(({ text, rating, passages }) => ({
    text,
    rating,
    chunks: passages.flatMap((index) => quoted[index]?.chunk ?? []),
  }));
  return { value: said, failure: null };
}

/** The most helpful points first, with their passages and parts. */
function ranked(
  said: readonly { readonly one: AskedPart; readonly points: readonly PassagePoint[] }[],
): Pick<PointsOverview, 'points' | 'hits' | 'parts'> {
  const points = said.flatMap((of) => of.points).toSorted((a, b) => b.rating - a.rating);
  const hits = new Map<string, Hit>();
  for (const { rating, chunks } of points) {
    for (const chunk of chunks) {
      if (!hits.has(chunk)) hits.set(chunk, hitOf(chunk, { community: rating / 100 }));
    }
  }
  const parts = said
    .filter((of) => of.points.length > 0)
    .map(({ one, points: own }) => ({ ...one.part, score: Math.max(...own.map(({ rating }) => rating)) / 100 }))
    .toSorted((a, b) => b.score - a.score);
  return { points, hits: [...hits.values()], parts };
}
