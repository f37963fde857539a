/** The limits of a job on what a language model may take. */
import type { ModelLimit, ModelLimits } from '../../domain/jobs/row-ranges.ts';
import type { Usage } from '../../domain/jobs/usage.ts';
import type { Job } from './job.ts';

/** What the job has left of limits; `models` are those whose tokens count. */
export function limitsLeft(job: Job, { max_usd, max_tokens }: ModelLimits, models: readonly string[]): ModelLimits {
  const { usd, tokens } = spentOn(models, job.spent());
  return {
    max_usd: max_usd === null ? null : Math.max(0, max_usd - usd),
    max_tokens: max_tokens === null ? null : Math.max(0, max_tokens - tokens),
  };
}

/** What the language models of a batch are expected to take, or have taken. */
interface Priced {
  readonly tokens: number;
  readonly usd: number;
}

/**
 * Admits batches as long as what they are expected to take fits the limits, besides what the job has spent and what the
 * batches under way are expected to take. The first one that does not fit is the end.
 *
 * Batches run alone until one has taken anything; kept calls cost nothing. From then on, what is expected grows as the
 * batches that have ended took more than expected: a limit is exceeded by less than a batch where batches are alike.
 */
export class ModelBudget<R extends Priced> {
  readonly #job: Pick<Job, 'spent'>;
  readonly #limits: ModelLimits;
  readonly #modelsOf: (range: R) => readonly string[];
  readonly #underWay = new Map<R, Promise<unknown>>();
  /** Of the batch that was asked for last. */
  #admission: Promise<unknown> = Promise.resolve();
  readonly #spentBefore: Usage;
  /** What the batches that have ended, and took anything, were expected to take. */
  #ended: Priced = { tokens: 0, usd: 0 };
  /** The limit that a batch would have exceeded. */
  stoppedBy: ModelLimit | null;

  /**
   * `modelsOf` names the models whose tokens count. `stoppedBy` is the limit that an earlier run of the job has
   * reached.
   */
  constructor(
    job: Pick<Job, 'spent'>,
    limits: ModelLimits,
    modelsOf: (range: R) => readonly string[],
    stoppedBy: ModelLimit | null = null,
  ) {
    this.#job = job;
    this.#limits = limits;
    this.#modelsOf = modelsOf;
    this.#spentBefore = job.spent();
    this.stoppedBy = stoppedBy;
  }

  /** Runs a batch when it fits; `null` when it does not. Batches are admitted in the order of the calls. */
  async run<T>(range: R, work: () => Promise<T>): Promise<T | null> {
    const admission = this.#admission.then(() => this.#admit(range, work));
    this.#admission = admission;
    const admitted = await admission;
    return admitted && admitted.running;
  }

  /** Begins a batch as soon as it fits; `null` when it never does. */
  async #admit<T>(range: R, work: () => Promise<T>): Promise<{ readonly running: Promise<T> } | null> {
    // What has ended has often taken less than was expected.
    while (this.#underWay.size > 0 && (this.#isUnproven(range) || this.#exceededBy(range) !== null)) {
      await Promise.race(this.#underWay.values());
    }
    this.stoppedBy ??= this.#exceededBy(range);
    if (this.stoppedBy !== null) return null;
    const before = this.#spentOn(range).tokens;
    const running = work().finally(() => {
      this.#underWay.delete(range);
      if (this.#spentOn(range).tokens > before) {
        this.#ended = { tokens: this.#ended.tokens + range.tokens, usd: this.#ended.usd + range.usd };
      }
    });
    this.#underWay.set(
      range,
      running.catch(() => undefined),
    );
    return { running };
  }

  /** Whether there is a limit, and nothing yet that says whether batches take what is expected. */
  #isUnproven({ tokens }: R): boolean {
    const { max_usd, max_tokens } = this.#limits;
    return (max_usd !== null || max_tokens !== null) && tokens > 0 && this.#ended.tokens === 0;
  }

  #spentOn(range: R, usage = this.#job.spent()): Priced {
    return spentOn(this.#modelsOf(range), usage);
  }

  #exceededBy(range: R): ModelLimit | null {
    const { max_usd, max_tokens } = this.#limits;
    const [before, spent] = [this.#spentOn(range, this.#spentBefore), this.#spentOn(range)];
    const admitted = [...this.#underWay.keys(), range];
    const total = (unit: keyof Priced): number => {
      const expected = admitted.reduce((sum, batch) => sum + batch[unit], 0);
      // Not less than expected: calls that were kept say nothing of others.
      const excess = this.#ended[unit] === 0 ? 1 : Math.max(1, (spent[unit] - before[unit]) / this.#ended[unit]);
      return spent[unit] + expected * excess;
    };
    if (max_usd !== null && total('usd') > max_usd) return 'max_cost_usd';
    return max_tokens !== null && total('tokens') > max_tokens ? 'max_tokens' : null;
  }
}

/** All money, and the tokens of these models. */
function spentOn(models: readonly string[], usage: Usage): Priced {
  let [tokens, usd] = [0, 0];
  for (const { source, unit, amount } of usage) {
    if (unit === 'usd') usd += amount;
    if (models.includes(source) && (unit === 'input_tokens' || unit === 'output_tokens')) tokens += amount;
  }
  return { tokens, usd };
}
