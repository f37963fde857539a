import { CALIBRATION_PAIRS, calibrate } from '../../../engines/knowledge/retrieval/similarity.ts';
import type { SimilarityScale } from '../../../engines/knowledge/retrieval/similarity.ts';
import { embedEach } from '../../models/embed-each.ts';
import type { ModelCaller, Models } from '../../models/index.ts';

/** How to read the cosines of each embedding model: measured when a model is first used, kept while the process runs. */
export class Scales {
  readonly #models: Models;
  readonly #known = new Map<string, Promise<SimilarityScale>>();

  constructor(models: Models) {
    this.#models = models;
  }

  of(model: string, caller: ModelCaller): Promise<SimilarityScale> {
    const known = this.#known.get(model) ?? this.#measure(model, caller);
    this.#known.set(model, known);
    // A measurement that failed is repeated by the next search.
    known.catch(() => this.#known.delete(model));
    return known;
  }

  async #measure(model: string, caller: ModelCaller): Promise<SimilarityScale> {
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
