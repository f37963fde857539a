/**
 * Asks a language model about each item of a step, such as a chunk, all at once. Broken output skips an item with the
 * reason; what passes, such as a model that is away, fails the step, whose next attempt asks again about the items
 * without an answer.
 */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type { Models } from '../../domain/models/index.ts';
import { isUnanswered, skipReason } from '../../domain/models/skips.ts';
import type { SkipReason } from '../../domain/models/skips.ts';
import { ServiceError } from '../../errors/index.ts';
import { gravest } from '../step/gravest-failure.ts';
import type { Step } from '../step/step.ts';

/** What a model said about an item, or why the item was skipped. */
export type Reply<Item, Answer> =
  | { readonly item: Item; readonly answer: Answer; readonly skipped: null }
  | { readonly item: Item; readonly answer: null; readonly skipped: SkipReason };

export interface Questions<Item, Answer> {
  /** Name of the model that is asked about an item. */
  readonly modelOf: (item: Item) => string;
  readonly tenantId: string;
  readonly items: readonly Item[];
  /** What the items are, for progress. */
  readonly unit: string;
  /** Rejects as the calls of {@link Models} do. */
  readonly ask: (item: Item) => Promise<Answer>;
  /**
   * Keeps the replies; called once, even if there are none. The next attempt must not ask about their items again:
   * `items` are those that are still due.
   */
  readonly commit: (replies: readonly Reply<Item, Answer>[]) => Promise<void>;
}

/** How often the model may fail to answer for an item before the item is skipped, if it answers {@link HARMLESS}. */
const MOST_FAILURES = 5;

/** A request that any model answers that takes requests of this kind. */
const HARMLESS = {
  messages: [{ role: 'user', content: 'Answer with the JSON {"ok": true}.' }],
  schema: { name: 'harmless', schema: Type.Object({ ok: Type.Boolean() }, { additionalProperties: false }) },
  maxTokens: 16,
} as const;

const Checkpoint = Type.Record(Type.String(), Type.Integer());
/** Items without an answer so far, by identifier: how often. */
type Unanswered = Static<typeof Checkpoint>;

/** The identifier is the item's own in the step. */
interface Identified {
  readonly id: bigint | string;
}

/**
 * Asks about each of the items and commits the replies, even if others have none yet. Then rejects with the failure of
 * one of those, if there are any.
 */
export async function askEach<Item extends Identified, Answer>(
  models: Models,
  questions: Questions<Item, Answer>,
  step: Step,
): Promise<void> {
  const { modelOf, tenantId } = questions;
  const outcomes = await outcomesOf(questions, step);
  step.signal.throwIfAborted();
  const unanswered: Unanswered = Value.Check(Checkpoint, step.checkpoint) ? { ...step.checkpoint } : {};
  const settled = await Promise.all(
    [...Map.groupBy(outcomes, ({ item }) => modelOf(item))].map(([model, ofModel]) =>
      settle(ofModel, unanswered, () => failureOfModel(models, { model, tenantId }, step)),
    ),
  );
  step.keep(unanswered);
  await questions.commit(settled.flatMap(({ replies }) => replies));
  const failure = gravest(settled.flatMap(({ failures }) => failures));
  if (failure !== null) throw failure;
}

type Outcome<Item, Answer> = { readonly item: Item; readonly reply: Reply<Item, Answer> | Error };

/** Asks about all items, with progress. */
function outcomesOf<Item, Answer>(
  { items, unit, ask }: Questions<Item, Answer>,
  step: Step,
): Promise<Outcome<Item, Answer>[]> {
  let answered = 0;
  return Promise.all(
    items.map(async (item) => {
      const reply = await replyOf(item, ask);
      if (!(reply instanceof Error)) {
        answered++;
        step.onProgress({ completed: answered, total: items.length, unit, message: null });
      }
      return { item, reply };
    }),
  );
}

/** Decides which items of a model that have no answer are skipped. `failures` are those of the others. */
async function settle<Item extends Identified, Answer>(
  outcomes: readonly Outcome<Item, Answer>[],
  unanswered: Unanswered,
  failureOfModel: () => Promise<Error | null>,
): Promise<{ readonly replies: readonly Reply<Item, Answer>[]; readonly failures: readonly Error[] }> {
  const replies: Reply<Item, Answer>[] = [];
  const failures: Error[] = [];
  let test: Promise<Error | null> | undefined;
  const testModel = () => (test ??= failureOfModel());
  for (const { item, reply } of outcomes) {
    if (!(reply instanceof Error)) {
      replies.push(reply);
      continue;
    }
    if (!isUnanswered(reply)) {
      failures.push(reply);
      continue;
    }
    const times = (unanswered[String(item.id)] ?? 0) + 1;
    unanswered[String(item.id)] = times;
    const isHopeless = times >= MOST_FAILURES && (await testModel()) === null;
    if (isHopeless) replies.push({ item, answer: null, skipped: 'no_answer' });
    else failures.push(reply);
  }
  if (replies.length > 0 && replies.every(({ skipped }) => skipped === 'refused')) {
    // The model may refuse the kind of request, not the texts.
    const refusal = await testModel();
    if (refusal !== null) return { replies: [], failures: [refusal] };
  }
  return { replies, failures };
}

async function replyOf<Item, Answer>(
  item: Item,
  ask: (item: Item) => Promise<Answer>,
): Promise<Reply<Item, Answer> | Error> {
  try {
    return { item, answer: await ask(item), skipped: null };
  } catch (error) {
    const skipped = skipReason(error);
    if (skipped !== null) return { item, answer: null, skipped };
    return error instanceof Error ? error : new Error('a call of a model threw something that is no error');
  }
}

/** Why the model answers nothing at all; `null` when it answers: then a failure is about the item. */
async function failureOfModel(
  models: Models,
  { model, tenantId }: { readonly model: string; readonly tenantId: string },
  { signal, spend }: Step,
): Promise<ServiceError | null> {
  try {
    await models.extract({ model }, HARMLESS, { tenantId, signal, spend, about: null });
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.code === 'model_output_invalid' ? null : error;
  }
}
