/** Metrics of the embedder, at `/metrics`. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export class EmbedderMetrics {
  readonly registry = new Registry();
  readonly #batchSeconds = new Histogram({
    name: 'tidemill_embedder_batch_seconds',
    help: 'Time to embed a batch of up to eight texts.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [this.registry],
  });
  readonly #texts = new Counter({
    name: 'tidemill_embedder_texts_total',
    help: 'Texts that were embedded.',
    registers: [this.registry],
  });
  readonly #tokens = new Counter({
    name: 'tidemill_embedder_tokens_total',
    help: 'Tokens of these texts.',
    registers: [this.registry],
  });

  constructor(waiting: () => number) {
    collectDefaultMetrics({ register: this.registry });
    const gauge: Gauge = new Gauge({
      name: 'tidemill_embedder_waiting_texts',
      help: 'Texts that wait to be embedded.',
      registers: [this.registry],
      collect: () => gauge.set(waiting()),
    });
  }

  batch(texts: number, tokens: number, seconds: number): void {
    this.#batchSeconds.observe(seconds);
    this.#texts.inc(texts);
    this.#tokens.inc(tokens);
  }
}
