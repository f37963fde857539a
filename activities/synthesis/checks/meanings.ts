/** Compares what items ask by vectors of the embedding model. */
import { setImmediate } from 'node:timers/promises';
import type { Scales } from '../../../domain/models/scales.ts';
import { embedEach } from '../../../domain/models/embed-each.ts';
import type { Models } from '../../../domain/models/index.ts';
import { isOpen } from '../../../domain/synthesis/items.ts';
import type { UncheckedItem } from '../../../domain/synthesis/items.ts';
import { acceptedVectors, keepVectors, vectorsOf } from '../../../domain/synthesis/vectors.ts';
import { isGuessed, askedIn } from '../../../engines/synthesis/checks/index.ts';
import type { CheckScore, SkipReason, SkippedCheck } from '../../../engines/synthesis/checks/index.ts';
import {
  readAnswer,
  readNames,
  SAME_MEANING,
  SimilarTexts,
  mostCompared,
  sameness,
} from '../../../engines/synthesis/similarity/index.ts';
import type { Answer, NamedText } from '../../../engines/synthesis/similarity/index.ts';
import type { SimilarityScale } from '../../../engines/text/similarity.ts';
import type { ModelConfig } from '../../../platform/config/models.ts';
import type { Database } from '../../../platform/database/client.ts';
import { skipAfter } from './patience.ts';
import type { Asker } from './patience.ts';

export interface MeaningDependencies {
  readonly database: Database;
  readonly models: Models;
  readonly scales: Pick<Scales, 'of'>;
}

interface Meaning {
  readonly named: NamedText;
  readonly answer: Answer | null;
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
  readonly #asker: Asker;
  readonly #accepted = new SimilarTexts();
  /** Of the candidates that were read, and why others have none. */
  readonly #read = new Map<number, Meaning | SkipReason>();
  #scale: SimilarityScale | null = null;
  /** Why no item is compared. */
  #skipped: SkipReason | null;

  constructor(dependencies: MeaningDependencies, asker: Asker) {
    this.#dependencies = dependencies;
    this.#model = dependencies.models.of('embed');
    this.#asker = asker;
    this.#skipped = this.#model === null ? 'model_not_configured' : null;
  }

  /** Reads the vectors of accepted items. What it returns adds one of them to what candidates are compared with. */
  async readAccepted(): Promise<(item: UncheckedItem) => void> {
    if (this.#model === null) return () => undefined;
    const { name, dimensions } = this.#model;
    const { database } = this.#dependencies;
    const stored = await acceptedVectors(database, this.#asker.step.jobId, name, mostCompared(dimensions));
    const vectors = new Map(stored.map(({ ordinal, vector }) => [ordinal, vector]));
    return ({ ordinal, value }) => {
      const [vector, named] = [vectors.get(ordinal), readNames(textOf(value) ?? '')];
      if (vector !== undefined && named !== null) {
        this.#accepted.add({ place: ordinal, named, answer: readAnswer(value), vector });
      }
    };
  }

  /**
   * Gets the vectors of candidates, those that the rows do not have from the model. It is shown nothing that quotes a
   * closed source.
   */
  async read(candidates: readonly UncheckedItem[], closed: ReadonlySet<string>): Promise<void> {
    this.#read.clear();
    if (this.#model === null || this.#skipped !== null) return;
    for (const candidate of candidates)
      if (!isOpen(candidate, closed)) this.#read.set(candidate.ordinal, 'source_closed');
    const texts = candidates.flatMap(({ ordinal, value }) => {
      const text = textOf(value);
      if (text === null || this.#read.has(ordinal)) return [];
      return [{ ordinal, text, named: readNames(text), answer: readAnswer(value) }];
    });
    try {
      this.#scale ??= await this.#dependencies.scales.of(this.#model.name, this.#asker.caller);
      const vectors = await this.#vectorsOf(
        this.#model.name,
        texts.filter(({ named }) => named !== null),
      );
      for (const { ordinal, named, answer } of texts) {
        const vector = vectors.get(ordinal);
        this.#read.set(ordinal, named === null ? 'no_names' : vector ? { named, answer, vector } : 'model_refused');
      }
    } catch (error) {
      this.#skipped = skipAfter(error, this.#asker);
      if (this.#skipped === null) throw error;
    }
  }

  async #vectorsOf(
    model: string,
    texts: readonly { readonly ordinal: number; readonly text: string }[],
  ): Promise<ReadonlyMap<number, Float32Array>> {
    const { database, models } = this.#dependencies;
    const { caller, step } = this.#asker;
    const { jobId } = step;
    const ordinals = texts.map(({ ordinal }) => ordinal);
    const known = await vectorsOf(database, jobId, model, ordinals);
    const vectors = new Map(known.map(({ ordinal, vector }) => [ordinal, vector]));
    const missing = texts.filter(({ ordinal }) => !vectors.has(ordinal));
    const made = await embedEach(
      missing.map(({ text }) => text),
      (some) => models.embed(some, 'query', caller, model),
    );
    const fresh = missing.flatMap(({ ordinal }, at) => {
      const vector = made[at];
      return vector ? [{ ordinal, vector }] : [];
    });
    await keepVectors(database, jobId, model, fresh);
    for (const { ordinal, vector } of fresh) vectors.set(ordinal, vector);
    return vectors;
  }

  /**
   * Compares a candidate that was read with the accepted items; `null` for an item that is not compared by its meaning.
   */
  async compare({ ordinal, value }: UncheckedItem): Promise<Comparison | null> {
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
  accept({ ordinal }: Pick<UncheckedItem, 'ordinal'>): void {
    const read = this.#read.get(ordinal);
    if (typeof read === 'object') this.#accepted.add({ place: ordinal, ...read });
  }
}

/**
 * What is compared of an item; `null` for one that asks nothing, and for a question that a guess answers: many that are
 * near each other have one answer.
 */
function textOf(value: UncheckedItem['value']): string | null {
  const { question, answer } = value;
  if (typeof question === 'string' && isGuessed(question, typeof answer === 'string' ? answer : '')) return null;
  return askedIn(value)?.slice(0, COMPARED).trim() || null;
}
