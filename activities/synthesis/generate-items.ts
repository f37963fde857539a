/**
 * The step that has a language model make the next candidates of an order: tasks of a plan, several at once. Each
 * finished task is rows at places of its own, so that another attempt makes the others alone.
 */
import { accessorOf } from '../../domain/jobs/accessor.ts';
import { closedSources } from '../../domain/synthesis/closed-sources.ts';
import { addItems, countItems, placesOf } from '../../domain/synthesis/items.ts';
import type { JobProgress } from '../../domain/jobs/model.ts';
import { readOrder } from '../../domain/synthesis/orders.ts';
import { callSubjects, removeCallsOfRemoved } from '../../domain/synthesis/source-calls.ts';
import { sourcesOf } from '../../domain/synthesis/sources.ts';
import { usdOf } from '../../domain/models/prices.ts';
import type { Models } from '../../domain/models/index.ts';
import { closedBookTokens } from '../../engines/synthesis/checks/index.ts';
import { planOf } from '../../engines/synthesis/orders/index.ts';
import { MOST_ITEMS } from '../../engines/synthesis/generation/task.ts';
import type { Plan, Task } from '../../engines/synthesis/generation/task.ts';
import type { Item } from '../../engines/synthesis/items/index.ts';
import { originsOf, withOrigins } from '../../engines/synthesis/items/index.ts';
import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { askEach } from '../models/ask-each.ts';
import type { Reply } from '../models/ask-each.ts';
import { modelCaller } from '../models/model-caller.ts';
import type { Step } from '../step/step.ts';
import { askOf } from './ask.ts';
import { StepBudget } from './budget.ts';
import type { Reserve } from './budget.ts';
import type { GenerateInput, GeneratedItems } from './types.ts';
import { untilHalfTime } from '../step/part-end.ts';

export interface GenerateDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly models: Models;
}

/** Tasks that are worked on at once: more than a model takes at once, so that it is never idle for long. */
const AT_ONCE = 16;

/**
 * Tasks that are expected to give that many times the wanted candidates are tried: most of what the others gave was
 * rejected.
 */
const MOST_FOR_EACH = 4;

interface DueTask extends Task {
  readonly id: string;
  /** In the plan. */
  readonly place: number;
}

/**
 * Adds candidates until there are as many unchecked ones as are wanted, no task is left, the next task exceeds a limit,
 * or most are rejected.
 */
export async function generateItems(
  { database, objects, models }: GenerateDependencies,
  { envelope, order_digest, wanted, left, closed_book_model }: GenerateInput,
  step: Step,
): Promise<GeneratedItems> {
  const { jobId, signal } = step;
  const { tenant_id: tenantId } = envelope;
  const isOver = untilHalfTime(envelope, step);
  const { order } = await readOrder(objects, jobId, order_digest, signal);
  if (!('model' in order)) throw new Error(`${order.engine_id} was ordered without a model.`);
  step.begin();
  const model = models.named(order.model);
  const sources = await sourcesOf(database, jobId);
  const done = await placesOf(database, jobId, MOST_ITEMS);
  const closed = await closedSources(database, accessorOf(envelope), jobId);
  const due = new DueTasks(await planOf(order, sources), done, closed);
  const origins = originsOf(sources);
  let { unchecked: added } = await countItems(database, jobId);
  const reserve = closed_book_model === undefined ? undefined : reserveFor(models, closed_book_model);
  const budget = new StepBudget(left, model, step.spent, reserve);
  let ended = 0;
  const commit = async (replies: readonly Reply<DueTask, readonly Item[]>[]): Promise<void> => {
    for (const reply of replies) {
      const items = itemsIn(reply, model.name).map((item) => withOrigins(item, origins));
      await addItems(database, jobId, { from: reply.item.place * MOST_ITEMS, items, state: 'unchecked' });
      added += items.filter(({ rejected }) => rejected === null).length;
    }
    ended += replies.length;
  };
  const subjects = new Map(sources.map((source) => [source.id, callSubjects(jobId, source)]));
  const ask = (task: DueTask): Promise<readonly Item[]> => {
    const about = task.sources.flatMap((id) => subjects.get(id) ?? []);
    return task.make(askOf(models, model, { ...modelCaller(step, tenantId), about }));
  };
  const questions = { tenantId, unit: 'tasks', commit, ask, modelOf: () => model.name };
  const onProgress = ({ completed }: JobProgress): void =>
    step.onProgress({ completed: ended + completed, total: null, unit: 'tasks', message: null });
  for (let expected = 0; expected < MOST_FOR_EACH * wanted;) {
    const { tasks, stopped_by } = due.take(wanted, added, budget);
    if (tasks.length === 0) return { added, exhausted: due.isEmpty, stopped_by, is_done: true };
    try {
      await askEach(models, { ...questions, items: tasks }, { ...step, onProgress });
    } finally {
      const quoted = new Set(tasks.flatMap((task) => task.sources));
      const ofTasks = sources.filter(({ id }) => quoted.has(id));
      await removeCallsOfRemoved(database, { tenantId, jobId }, ofTasks);
    }
    budget.end(tasks);
    expected += tasks.reduce((sum, task) => sum + task.expected, 0);
    if (isOver()) return { added, exhausted: false, stopped_by: null, is_done: false };
  }
  return { added, exhausted: due.isEmpty, stopped_by: null, is_done: true };
}

/** A question as long as usual. */
const QUESTION = 'How many of the houses in the street were built before 1783?';

/** What asking a model about a candidate takes. */
function reserveFor(models: Models, name: string): Reserve {
  const tokens = closedBookTokens(QUESTION);
  return { tokens: tokens.input + tokens.output, usd: usdOf(models.named(name), tokens) ?? 0 };
}

/** The tasks of a plan that are not done and need no closed source, in order. */
class DueTasks {
  readonly #rest: Generator<DueTask, undefined>;
  #next: DueTask | undefined;

  constructor({ length, taskAt }: Plan, done: ReadonlySet<number>, closed: ReadonlySet<string>) {
    this.#rest = (function* () {
      for (let place = 0; place < length; place++) {
        const task = done.has(place) ? null : taskAt(place);
        const isOpen = task !== null && !task.sources.some((source) => closed.has(source));
        if (isOpen) yield { ...task, place, id: String(place) };
      }
      return undefined;
    })();
    this.#next = this.#rest.next().value;
  }

  get isEmpty(): boolean {
    return this.#next === undefined;
  }

  /**
   * The next tasks, as many as are needed for the wanted candidates besides those that were added, until one more would
   * exceed a limit.
   */
  take(wanted: number, added: number, budget: StepBudget) {
    const tasks: DueTask[] = [];
    const most = budget.isUnproven ? 1 : AT_ONCE;
    let expected = added;
    while (this.#next !== undefined && expected < wanted && tasks.length < most) {
      const stopped_by = budget.exceededBy([...tasks, this.#next], expected + this.#next.expected);
      if (stopped_by !== null) return { tasks, stopped_by };
      tasks.push(this.#next);
      expected += this.#next.expected;
      this.#next = this.#rest.next().value;
    }
    return { tasks, stopped_by: null };
  }
}

/**
 * Each task has an item at least, by which it is known to be done. All sources of the task are in its provenance: what
 * was rejected can show passages that it does not quote.
 */
function itemsIn(
  { item: { sources }, answer, skipped }: Reply<DueTask, readonly Item[]>,
  model: string,
): readonly Item[] {
  const items = answer ?? [
    {
      value: {},
      provenance: { made_by: 'model' },
      rejected: { reason: skipped === 'refused' ? ('refused' as const) : ('output' as const), about: skipped },
    },
  ];
  return items.map((item) => ({ ...item, provenance: { ...item.provenance, model, sources } }));
}
