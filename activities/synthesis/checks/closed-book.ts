/** Asks a model questions without their passages. */
import type { ModelLimit, ModelLimits } from '../../../domain/jobs/row-ranges.ts';
import type { Models } from '../../../domain/models/index.ts';
import { isOpen } from '../../../domain/synthesis/items.ts';
import type { UncheckedItem } from '../../../domain/synthesis/items.ts';
import { callSubjects, removeCallsOfRemoved } from '../../../domain/synthesis/source-calls.ts';
import { sourcesOf } from '../../../domain/synthesis/sources.ts';
import {
  closedBookCase,
  closedBookQuestion,
  closedBookTokens,
  judgeClosedBook,
} from '../../../engines/synthesis/checks/index.ts';
import type { CheckScore, SkipReason, SkippedCheck } from '../../../engines/synthesis/checks/index.ts';
import type { Rejected, Source } from '../../../engines/synthesis/items/index.ts';
import { sourcesIn } from '../../../engines/synthesis/items/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import { askEach } from '../../models/ask-each.ts';
import type { Reply } from '../../models/ask-each.ts';
import { StepBudget } from '../budget.ts';
import { askOf } from '../ask.ts';
import { skipAfter } from './patience.ts';
import type { Asker } from './patience.ts';

export interface ClosedBookDependencies {
  readonly database: Database;
  readonly models: Models;
}

export interface ClosedBookOrder {
  /** Name of the model that is asked. */
  readonly model: string;
  /** What it may take in this step. */
  readonly left: ModelLimits;
}

/** What the model knows of an item. */
export interface Known {
  readonly score: CheckScore | SkippedCheck;
  readonly rejected: Rejected | null;
}

interface DueQuestion {
  readonly id: string;
  readonly ordinal: number;
  readonly question: string;
  readonly answer: string;
  readonly sources: readonly string[];
  readonly tokens: { readonly input: number; readonly output: number };
}

type Answer = Parameters<typeof judgeClosedBook>[1];

const METHOD = 'closed_book';
/** Questions that are asked at once: more than a model takes at once, so that it is never idle for long. */
const AT_ONCE = 16;

export class ClosedBook {
  readonly #dependencies: ClosedBookDependencies;
  readonly #model: string;
  readonly #budget: StepBudget;
  readonly #asker: Asker;
  #sources: Promise<readonly Source[]> | null = null;
  #skipped: SkipReason | null = null;

  constructor(dependencies: ClosedBookDependencies, { model, left }: ClosedBookOrder, asker: Asker) {
    this.#dependencies = dependencies;
    this.#model = model;
    this.#budget = new StepBudget(left, dependencies.models.named(model), asker.step.spent);
    this.#asker = asker;
  }

  /**
   * What the model knows of items, by their places: of those that can be asked about, until one exceeds a limit. It is
   * shown nothing that quotes a closed source.
   */
  async ask(
    items: readonly UncheckedItem[],
    closed: ReadonlySet<string>,
  ): Promise<{ readonly known: ReadonlyMap<number, Known>; readonly stopped_by: ModelLimit | null }> {
    const known = new Map<number, Known>();
    const skip = (ordinal: number, skipped: SkipReason): void =>
      void known.set(ordinal, { score: { skipped, method: METHOD, model: this.#model }, rejected: null });
    for (const item of items) if (!isOpen(item, closed)) skip(item.ordinal, 'source_closed');
    const due = items.filter(({ ordinal }) => !known.has(ordinal)).flatMap(dueQuestion);
    for (let from = 0; from < due.length && this.#skipped === null;) {
      const { questions, stopped_by } = this.#admitted(due.slice(from));
      if (questions.length === 0) return { known, stopped_by };
      await this.#askSome(questions, (ordinal, said) => known.set(ordinal, said));
      from += questions.length;
    }
    for (const { ordinal } of due) if (this.#skipped !== null && !known.has(ordinal)) skip(ordinal, this.#skipped);
    return { known, stopped_by: null };
  }

  /** The next questions that fit the limits; the first one alone, as long as nothing says what they take. */
  #admitted(due: readonly DueQuestion[]) {
    const most = this.#budget.isUnproven ? 1 : AT_ONCE;
    const questions: DueQuestion[] = [];
    for (const next of due.slice(0, most)) {
      const stopped_by = this.#budget.exceededBy([...questions, next]);
      if (stopped_by !== null) return { questions, stopped_by };
      questions.push(next);
    }
    return { questions, stopped_by: null };
  }

  async #askSome(questions: readonly DueQuestion[], tell: (ordinal: number, known: Known) => void): Promise<void> {
    const { database, models } = this.#dependencies;
    const { caller, step } = this.#asker;
    const { jobId } = step;
    const { tenantId } = caller;
    const sources = await (this.#sources ??= sourcesOf(database, jobId));
    const quoted = new Set(questions.flatMap((question) => question.sources));
    const ofQuestions = sources.filter(({ id }) => quoted.has(id));
    const subjects = new Map(ofQuestions.map((source) => [source.id, callSubjects(jobId, source)]));
    const model = models.named(this.#model);
    const ask = ({ question, sources: of }: DueQuestion): Promise<Answer> => {
      const about = of.flatMap((id) => subjects.get(id) ?? []);
      return askOf(models, model, { ...caller, about })(closedBookQuestion(question));
    };
    const commit = async (replies: readonly Reply<DueQuestion, Answer>[]): Promise<void> => {
      for (const reply of replies) tell(reply.item.ordinal, this.#knownBy(reply));
    };
    const asked = { tenantId, unit: 'questions', items: questions, commit, ask, modelOf: () => this.#model };
    try {
      await askEach(models, asked, { ...step, onProgress: () => undefined });
    } catch (error) {
      this.#skipped = skipAfter(error, this.#asker);
      if (this.#skipped === null) throw error;
    } finally {
      await removeCallsOfRemoved(database, { tenantId, jobId }, ofQuestions);
    }
    this.#budget.end(questions);
  }

  #knownBy({ item, answer, skipped }: Reply<DueQuestion, Answer>): Known {
    const about = { method: METHOD, model: this.#model };
    if (answer === null) {
      return { score: { skipped: skipped === 'refused' ? 'model_refused' : 'no_output', ...about }, rejected: null };
    }
    const { right, isKnown } = judgeClosedBook(item.answer, answer);
    const rejected = {
      reason: 'answerable_without_context' as const,
      method: METHOD,
      about: `${this.#model} knows it without the passages`,
    };
    return { score: { score: 1 - right, ...about }, rejected: isKnown ? rejected : null };
  }
}

function dueQuestion({ ordinal, value, provenance }: UncheckedItem): readonly DueQuestion[] {
  const found = closedBookCase(value);
  if (found === null) return [];
  const { question } = found;
  return [
    {
      id: String(ordinal),
      ordinal,
      ...found,
      sources: sourcesIn(provenance),
      tokens: closedBookTokens(question),
    },
  ];
}
