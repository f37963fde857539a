/** Compares what items ask by vectors of the embedding model. */
import { setImmediate } from 'node:timers/promises';
import type { Scales } from '../../../domain/knowledge/search/scales.ts';
import { embedEach } from '../../../domain/models/embed-each.ts';
import type { ModelCaller, Models } from '../../../domain/models/index.ts';
import type { StoredItem } from '../../../domain/synthesis/items.ts';
import { acceptedVectors, keepVectors, vectorsOf } from '../../../domain/synthesis/vectors.ts';
import { askedIn } from '../../../engines/synthesis/checks/duplicates.ts';
import type { CheckScore, SkipReason, SkippedCheck } from '../../../engines/synthesis/checks/scores.ts';
import { readNames } from '../../../engines/synthesis/duplicates/names.ts';
import type { NamedText } from '../../../engines/synthesis/duplicates/names.ts';
import { SAME_MEANING, SimilarTexts, mostCompared, sameness } from '../../../engines/synthesis/duplicates/similar-texts.ts';
import type { SimilarityScale } from '../../../engines/text/similarity.ts';
import type { ModelConfig } from '../../../platform/config/models.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { Step } from '../../step/step.ts';
import { skipAfter } from './patience.ts';

export interface MeaningDependencies {
  readonly database: Database;
  readonly models: Models;
  readonly scales: Pick<Scales, 'of'>;
}

type Asking = Pick<StoredItem, 'ordinal' | 'value'>;

interface Meaning {
  readonly named: NamedText;
  readonly vector: Float32Array;
}

/** What a comparison says: the score, and the place of the accepted item that asks the same. */
interface Comparison {
  readonly score: CheckScore | SkippedCheck;
  readonly of: number | null;
}

const METHOD = 'embedding';
/** Characters of a text that are compared: conversations are longer than what models embed. */
const COMPARED = 2000;

export class Meanings {
  readonly #dependencies: MeaningDependencies;
  readonly #model: ModelConfig | null;
  readonly #step: Step;
  readonly #caller: ModelCaller;
  readonly #wasAway: boolean;
  readonly #accepted = new SimilarTexts();
  /** Of the candidates that were read, and why others have none. */
  readonly #read = new Map<number, Meaning | SkipReason>();
  #scale: SimilarityScale | null = null;
  /** Why no item is compared. */
  #skipped: SkipReason | null;

  /** `wasAway`: the job has gone on without the model before. */
  constructor(dependencies: MeaningDependencies, step: Step, caller: ModelCaller, wasAway: boolean) {
    this.#dependencies = dependencies;
    this.#model = dependencies.models.of('embed');
    [this.#step, this.#caller, this.#wasAway] = [step, caller, wasAway];
    this.#skipped = this.#model === null ? 'model_not_configured' : null;
  }

  /** Adds those of the accepted items that later ones are compared with. */
  async addAccepted(items: AsyncIterable<Asking>): Promise<void> {
    if (this.#model === null) return;
    const { name, dimensions } = this.#model;
    const { database } = this.#dependencies;
    const stored = await acceptedVectors(database, this.#step.jobId, name, mostCompared(dimensions));
    const vectors = new Map(stored.map(({ ordinal, vector }) => [ordinal, vector]));
    for await (const { ordinal, value } of items) {
      const [vector, named] = [vectors.get(ordinal), readNames(textOf(value) ?? '')];
      if (vector !== undefined && named !== null) this.#accepted.add({ place: ordinal, named, vector });
    }
  }

  /** Gets the vectors of candidates, those that the rows do not have from the model. */
  async read(candidates: readonly Asking[]): Promise<void> {
    this.#read.clear();
    if (this.#model === null || this.#skipped !== null) return;
    const texts = candidates.flatMap(({ ordinal, value }) => {
      const text = textOf(value);
      return text === null ? [] : [{ ordinal, text, named: readNames(text) }];
    });
    try {
      this.#scale ??= await this.#dependencies.scales.of(this.#model.name, this.#caller);
      const vectors = await this.#vectorsOf(
        this.#model.name,
        texts.filter(({ named }) => named !== null),
      );
      for (const { ordinal, named } of texts) {
        const vector = vectors.get(ordinal);
        this.#read.set(ordinal, named === null ? 'no_names' : vector ? { named, vector } : 'model_refused');
      }
    } catch (error) {
      this.#skipped = skipAfter(error, { attempt: this.#step.attempt, wasAway: this.#wasAway });
      if (this.#skipped === null) throw error;
    }
  }

  async #vectorsOf(
    model: string,
    texts: readonly { readonly ordinal: number; readonly text: string }[],
  ): Promise<ReadonlyMap<number, Float32Array>> {
    const { database, models } = this.#dependencies;
    const { jobId } = this.#step;
    const ordinals = texts.map(({ ordinal }) => ordinal);
    const known = await vectorsOf(database, jobId, model, ordinals);
    const vectors = new Map(known.map(({ ordinal, vector }) => [ordinal, vector]));
    const missing = texts.filter(({ ordinal }) => !vectors.has(ordinal));
    const made = await embedEach(
      missing.map(({ text }) => text),
      (some) => models.embed(some, 'query', this.#caller, model),
    );
    const fresh = missing.flatMap(({ ordinal }, at) => {
      const vector = made[at];
      return vector ? [{ ordinal, vector }] : [];
    });
    await keepVectors(database, jobId, model, fresh);
    for (const { ordinal, vector } of fresh) vectors.set(ordinal, vector);
    return vectors;
  }

  /** Compares a candidate that was read with the accepted items; `null` for an item that asks nothing. */
  async compare({ ordinal, value }: Asking): Promise<Comparison | null> {
    if (textOf(value) === null) return null;
    const about = { method: METHOD, ...(this.#model && { model: this.#model.name }) };
    const read = this.#skipped ?? this.#read.get(ordinal) ?? 'model_refused';
    if (typeof read === 'string' || this.#scale === null) {
      return { score: { skipped: typeof read === 'string' ? read : 'model_refused', ...about }, of: null };
    }
    // Ten thousand vectors take milliseconds.
    await setImmediate();
    const nearest = this.#accepted.nearest(read);
    const same = nearest === null ? 0 : sameness(nearest.cosine, this.#scale);
    const score = { score: 1 - Math.min(1, Math.max(0, same)), ...about };
    return { score, of: nearest !== null && same >= SAME_MEANING ? nearest.of : null };
  }

  /** Later candidates are compared with this one. */
  accept({ ordinal }: Pick<Asking, 'ordinal'>): void {
    const read = this.#read.get(ordinal);
    if (typeof read === 'object') this.#accepted.add({ place: ordinal, ...read });
  }
}

const textOf = (value: Asking['value']): string | null => askedIn(value)?.slice(0, COMPARED).trim() || null;
