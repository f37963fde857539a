/** The limits of a job on what a language model may take. */
import type { ModelLimits } from '../../domain/jobs/batches.ts';
import type { Job } from './job.ts';

/** A limit by its name in requests and results. */
export type Limit = 'max_cost_usd' | 'max_tokens';

/** What the language models of a batch are expected to take. */
interface Priced {
  readonly tokens: number;
  readonly usd: number;
}

/**
 * Admits batches as long as what they are expected to take fits the limits, besides what the job has spent and what the batches
 * under way are expected to take. The first one that does not fit is the end.
 */
export class ModelBudget<R extends Priced> {
  readonly #job: Job;
  readonly #limits: ModelLimits;
  readonly #modelsOf: (range: R) => readonly string[];
  readonly #underWay = new Map<R, Promise<unknown>>();
  /** The limit that a batch would have exceeded. */
  stoppedBy: Limit | null;

  /** `modelsOf` names the models whose tokens count. `stoppedBy` is the limit that an earlier run of the job has reached. */
  constructor(
    job: Job,
    limits: ModelLimits,
    modelsOf: (range: R) => readonly string[],
    stoppedBy: Limit | null = null,
  ) {
    this.#job = job;
    this.#limits = limits;
    this.#modelsOf = modelsOf;
    this.stoppedBy = stoppedBy;
  }

  /** Runs a batch when it fits; `null` when it does not. */
  async run<T>(range: R, work: () => Promise<T>): Promise<T | null> {
    // What has ended has usually taken less than was expected.
    while (this.#exceededBy(range) !== null && this.#underWay.size > 0) await Promise.race(this.#underWay.values());
    this.stoppedBy ??= this.#exceededBy(range);
    if (this.stoppedBy !== null) return null;
    const running = work();
    this.#underWay.set(
      range,
      running.catch(() => undefined),
    );
    try {
      return await running;
    } finally {
      this.#underWay.delete(range);
    }
  }

  #exceededBy(range: R): Limit | null {
    const { max_usd, max_tokens } = this.#limits;
    const expected = [...this.#underWay.keys(), range];
    let usd = expected.reduce((sum, range) => sum + range.usd, 0);
    let tokens = expected.reduce((sum, range) => sum + range.tokens, 0);
    const models = this.#modelsOf(range);
    for (const { source, unit, amount } of this.#job.spent()) {
      if (unit === 'usd') usd += amount;
      if (models.includes(source) && (unit === 'input_tokens' || unit === 'output_tokens')) tokens += amount;
    }
    if (max_usd !== null && usd > max_usd) return 'max_cost_usd';
    return max_tokens !== null && tokens > max_tokens ? 'max_tokens' : null;
  }
}
