/**
 * Questions on passages of public sets: by rules, by a model, and by DeepEval's Synthesizer with the same model.
 * People's own questions on the same passages say how far the measures can be trusted. Shares are of the questions that
 * have an answer.
 */
import type { ApiClient } from '../../support/client.ts';
import type { Embed } from '../../support/embedding.ts';
import type { Cases } from '../../knowledge/cases.ts';
import type { CountingModel } from '../../support/model/counting-model.ts';
import { Planted } from '../model/faults.ts';
import { openUsable } from '../measures/usable.ts';
import type { AnsweredQuestion } from '../measures/usable.ts';
import { makeByDeepEval } from '../peer/deepeval.ts';
import { CALLS_AT_ONCE, synthesize } from '../service.ts';
import type { MadeItem, Synthesized } from '../service.ts';
import { isDistinct, printHead, printRow, textsOf } from './row.ts';
import type { MadeQuestions } from './row.ts';

/** A model that the service knows by a name. */
export interface NamedModel {
  readonly name: string;
  readonly server: CountingModel;
  /** What it plants; `null` for a model that is no script. */
  readonly planted: { current: Planted } | null;
}

export interface QuestionsBench {
  readonly client: ApiClient;
  readonly models: readonly NamedModel[];
  readonly embed: Embed;
  readonly count: number;
  /** A Python that has DeepEval; `null`: it is not measured. */
  readonly deepeval: string | null;
  /** Gets all items of a row. */
  readonly keep: (row: string, items: readonly unknown[]) => void;
}

/** Of DeepEval's, questions of a passage. */
const PER_CONTEXT = 2;

/** Whether a model's items are as many as were asked for, and all items distinct. */
export async function benchQuestions(bench: QuestionsBench, sets: readonly Cases[]): Promise<boolean> {
  printHead();
  let isMet = true;
  for (const cases of sets) {
    const measure = await openUsable(cases.passages, bench.embed);
    const print = async (made: MadeQuestions): Promise<void> => {
      printRow({ ...made, usable: await measure(made.answered) });
    };
    await print(byPeople(cases, bench.count));
    const byRules = await byService(bench, cases, null);
    await print(byRules);
    isMet &&= isDistinct(byRules);
    for (const model of bench.models) {
      const byModel = await byService(bench, cases, model);
      await print(byModel);
      isMet &&= isDistinct(byModel) && textsOf(byModel).length === bench.count;
      if (bench.deepeval === null) continue;
      const few = { ...cases, passages: cases.passages.slice(0, bench.count / PER_CONTEXT) };
      await print(await byService(bench, few, model, ['single_hop']));
      for (const evolutions of [0, 1]) await print(await byDeepEval(bench, few, model, evolutions));
    }
  }
  return isMet;
}

function byPeople({ name, questions, passages }: Cases, count: number): MadeQuestions {
  const answered = questions
    .filter(({ gold, answers }) => gold.length > 0 && answers.length > 0)
    .slice(0, count)
    .map(({ text, gold, answers }) => ({
      question: text,
      answer: answers[0] ?? '',
      contexts: gold.map((at) => passages[at]?.text ?? ''),
    }));
  const none = { unanswerable: [], rejected: '', seconds: null, spent: null, faults: null };
  return { tool: `${name}: people`, asked: answered.length, answered, ...none };
}

/** `kinds`: those that are asked for, by default all but `cloze`. */
async function byService(
  { client, count, keep }: QuestionsBench,
  { name, passages }: Cases,
  model: NamedModel | null,
  kinds?: readonly string[],
): Promise<MadeQuestions> {
  const planted = begin(model);
  const done = await synthesize(client, {
    engine_id: 'grounded_qa',
    count,
    generator: model?.name ?? 'rules',
    input: { type: 'contexts', contexts: passages.map(({ title, text }) => ({ title, text })) },
    ...(kinds && { options: { kinds: Object.fromEntries(kinds.map((kind) => [kind, 1])) } }),
  });
  const tool = [`${name}: ${model?.name ?? 'rules'}`, ...(kinds ?? [])].join(', ');
  keep(tool, done.items);
  const made = { tool, asked: count, ...split(done.items), rejected: rejectedOf(done), seconds: done.seconds };
  return { ...made, spent: spentBy(model), faults: planted?.among(textsOf(made)) ?? null };
}

async function byDeepEval(
  { deepeval, count, keep }: QuestionsBench,
  { name, passages }: Cases,
  model: NamedModel,
  evolutions: number,
): Promise<MadeQuestions> {
  const planted = begin(model);
  const began = performance.now();
  const run = { python: deepeval ?? '', url: model.server.url, model: model.name, perContext: PER_CONTEXT, evolutions };
  const { items, failed } = await makeByDeepEval({ ...run, atOnce: CALLS_AT_ONCE }, passages);
  const seconds = (performance.now() - began) / 1000;
  const tool = `${name}: DeepEval, ${model.name}, ${evolutions} evolution${evolutions === 1 ? '' : 's'}`;
  keep(tool, items);
  const made = { tool, asked: count, answered: items, unanswerable: [], seconds };
  const rejected = `${failed} of ${passages.length} passages failed`;
  return { ...made, rejected, spent: spentBy(model), faults: planted?.among(textsOf(made)) ?? null };
}

/** The model counts and plants anew. */
export function begin(model: NamedModel | null): Planted | null {
  model?.server.take();
  if (model === null || model.planted === null) return null;
  model.planted.current = new Planted();
  return model.planted.current;
}

export function spentBy(model: NamedModel | null): MadeQuestions['spent'] {
  if (model === null) return null;
  const { calls, inputTokens, outputTokens } = model.server.take();
  return { calls, tokens: inputTokens + outputTokens };
}

export const rejectedOf = ({ result: { rejected, shortfall } }: Synthesized): string =>
  [
    ...Object.entries(rejected).map(([reason, count]) => `${reason} ${String(count)}`),
    ...(shortfall ? [`shortfall: ${shortfall.reasons.join(', ')}`] : []),
  ].join(', ');

function split(items: readonly MadeItem[]): Pick<MadeQuestions, 'answered' | 'unanswerable'> {
  const answered: AnsweredQuestion[] = [];
  const unanswerable: string[] = [];
  for (const { question, answer, contexts } of items) {
    if (typeof question !== 'string' || !Array.isArray(contexts)) continue;
    if (typeof answer !== 'string') unanswerable.push(question);
    else answered.push({ question, answer, contexts: contexts.map(String) });
  }
  return { answered, unanswerable };
}
