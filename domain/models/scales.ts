import { CALIBRATION_PAIRS, calibrate } from '../../engines/text/similarity.ts';
import type { SimilarityScale } from '../../engines/text/similarity.ts';
import { untilAborted } from '../../platform/until-aborted.ts';
import { embedEach } from './embed-each.ts';
import type { ModelCaller } from './callers.ts';
import type { Models } from './index.ts';

/**
 * How to read the cosines of each embedding model: measured when a model is first used, kept while the process runs.
 * All searches of the process share the measurement: it ends with none of them, and none pays for it.
 */
export class Scales {
  readonly #models: Models;
  readonly #signal: AbortSignal;
  readonly #known = new Map<string, Promise<SimilarityScale>>();

  /** `signal`: aborted when the process stops. */
  constructor(models: Models, signal: AbortSignal) {
    this.#models = models;
    this.#signal = signal;
  }

  /**
   * The scale of a model by its name in the settings. Rejects as its calls do, or with the caller's signal's reason.
   */
  of(model: string, { tenantId, signal }: ModelCaller): Promise<SimilarityScale> {
    const known = this.#known.get(model) ?? this.#measure(model, tenantId);
    this.#known.set(model, known);
    // A measurement that failed is repeated by the next search.
    known.catch(() => this.#known.delete(model));
    return untilAborted(signal, known);
  }

  async #measure(model: string, tenantId: string): Promise<SimilarityScale> {
    const caller = { tenantId, signal: this.#signal, spend: () => undefined };
    const questions = CALIBRATION_PAIRS.map(([question]) => question);
    const passages = CALIBRATION_PAIRS.map(([, passage]) => passage);
    const asked = await embedEach(questions, (texts) => this.#models.embed(texts, 'query', caller, model));
    const answers = await embedEach(passages, (texts) => this.#models.embed(texts, 'passage', caller, model));
    const pairs = CALIBRATION_PAIRS.flatMap((_texts, at) => {
      const [question, passage] = [asked[at], answers[at]];
      return question && passage ? [{ question, passage }] : [];
    });
    return calibrate(
      pairs.map(({ question }) => question),
      pairs.map(({ passage }) => passage),
    );
  }
}
