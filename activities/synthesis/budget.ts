/** The budget of a step: limits on what the model that makes items, or checks them, may take. */
import type { ModelLimit, ModelLimits } from '../../domain/jobs/row-ranges.ts';
import { usdOf } from '../../domain/models/prices.ts';
import type { Task } from '../../engines/synthesis/generation/task.ts';
import type { ModelConfig } from '../../platform/config/models.ts';
import type { Step } from '../step/step.ts';

type Tokens = Task['tokens'];

const NONE: Tokens = { input: 0, output: 0 };

/** What is left for the checks of each candidate. */
export interface Reserve {
  readonly tokens: number;
  readonly usd: number;
}

/**
 * Admits tasks as long as what they are expected to take fits the limits, besides what the step has spent. What is
 * expected grows as the tasks that have ended took more than expected.
 */
export class StepBudget {
  readonly #left: ModelLimits;
  readonly #model: ModelConfig;
  readonly #spent: Step['spent'];
  readonly #before: Tokens;
  /** What the tasks that have ended were expected to take, without those whose calls were kept. */
  #ended = NONE;
  /** All tokens when tasks last ended. */
  #spentAtEnd: number;
  readonly #reserve: Reserve;

  /** `left`: what the step may take over all its attempts, with what it leaves of it. */
  constructor(left: ModelLimits, model: ModelConfig, spent: Step['spent'], reserve: Reserve = { tokens: 0, usd: 0 }) {
    this.#left = left;
    this.#reserve = reserve;
    this.#model = model;
    this.#spent = spent;
    this.#before = this.#tokens();
    this.#spentAtEnd = sum(this.#before);
  }

  /**
   * Whether there is a limit, and nothing yet that says whether tasks take what is expected: then one is tried alone.
   */
  get isUnproven(): boolean {
    const { max_usd, max_tokens } = this.#left;
    return (max_usd !== null || max_tokens !== null) && sum(this.#tokens()) === sum(this.#before);
  }

  /** Which limit tasks would exceed, with the checks of all candidates that there are then; `null`: none. */
  exceededBy(tasks: readonly Pick<Task, 'tokens'>[], candidates = 0): ModelLimit | null {
    const { max_usd, max_tokens } = this.#left;
    const [spent, excess] = [this.#tokens(), this.#excess()];
    const { input, output } = total(tasks);
    const expected = { input: spent.input + input * excess, output: spent.output + output * excess };
    const [usd, tokens] = [this.#reserve.usd * candidates, this.#reserve.tokens * candidates];
    if (max_usd !== null && (usdOf(this.#model, expected) ?? 0) + usd > max_usd) return 'max_cost_usd';
    return max_tokens !== null && sum(expected) + tokens > max_tokens ? 'max_tokens' : null;
  }

  /** Tasks have ended. If they took nothing, their calls were kept and say nothing of what others take. */
  end(tasks: readonly Pick<Task, 'tokens'>[]): void {
    const spent = sum(this.#tokens());
    if (spent === this.#spentAtEnd) return;
    this.#spentAtEnd = spent;
    this.#ended = total([{ tokens: this.#ended }, ...tasks]);
  }

  /** At least 1: some calls of the tasks may have been kept. */
  #excess(): number {
    const expected = sum(this.#ended);
    return expected === 0 ? 1 : Math.max(1, (sum(this.#tokens()) - sum(this.#before)) / expected);
  }

  #tokens(): Tokens {
    const spent = this.#spent().filter(({ source }) => source === this.#model.name);
    const of = (wanted: string): number => spent.find(({ unit }) => unit === wanted)?.amount ?? 0;
    return { input: of('input_tokens'), output: of('output_tokens') };
  }
}

const sum = ({ input, output }: Tokens): number => input + output;

const total = (tasks: readonly Pick<Task, 'tokens'>[]): Tokens => ({
  input: tasks.reduce((tokens, task) => tokens + task.tokens.input, 0),
  output: tasks.reduce((tokens, task) => tokens + task.tokens.output, 0),
});
