/** One call of an embedding model. */
import type { Endpoint } from './endpoint.ts';
import { callError, refused, unavailable } from './failures.ts';
import { fairnessHeader } from './fairness.ts';
import { countOf, tokensOfLength, inModelSpan } from './spans.ts';
import type { Tokens } from './spans.ts';

/** What a text is: models may embed a question and what answers it in different ways. */
export type EmbeddedKind = 'query' | 'passage';

export interface Embeddings {
  /** In the order of the texts, of unit length. */
  readonly vectors: readonly Float32Array[];
  /** Estimated where the endpoint does not count. */
  readonly tokens: Tokens;
}

/** Texts of one call. */
const CALL_TEXTS = 64;
const CALL_CHARACTERS = 200_000;

/** Parts of the texts, in their order, each of which fits in one call. */
export function* callsOf(texts: readonly string[]): Generator<readonly string[]> {
  let call: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (call.length === CALL_TEXTS || (call.length > 0 && characters + text.length > CALL_CHARACTERS)) {
      yield call;
      [call, characters] = [[], 0];
    }
    call.push(text);
    characters += text.length;
  }
  if (call.length > 0) yield call;
}

/**
 * Embeds texts that fit in one call (see {@link callsOf}), with the model's prefix for their kind. No text may be
 * empty. Rejects with a `ServiceError` (`model_unavailable`, `model_rate_limited`, `model_refused`), or with the
 * signal's reason.
 */
export function embed(
  { client, model, headers }: Endpoint,
  texts: readonly string[],
  kind: EmbeddedKind,
  { tenantId, signal }: { readonly tenantId: string; readonly signal: AbortSignal },
): Promise<Embeddings> {
  const input = texts.map((text) => model.prefixes[kind] + text);
  const attributes = { 'gen_ai.embeddings.dimension.count': model.dimensions };
  return inModelSpan('embeddings', model, attributes, async () => {
    try {
      signal.throwIfAborted();
      const options = { signal, headers: { ...(await headers()), ...fairnessHeader(tenantId) } };
      // Endpoints that know no base64 answer with numbers, which the client tells apart.
      const { data, usage } = await (await client()).embeddings.create({ model: model.id, input }, options);
      const inOrder = data.toSorted((a, b) => a.index - b.index);
      const isWhole = inOrder.length === texts.length && inOrder.every(({ index }, at) => index === at);
      if (!isWhole) throw unavailable(model, 'protocol', { vectors: inOrder.length });
      const vectors = inOrder.map(({ embedding }) => {
        const vector = Float32Array.from(embedding);
        const dimensions = vector.length;
        if (dimensions !== model.dimensions) throw refused(model, 'dimensions', { dimensions });
        const norm = Math.hypot(...vector);
        if (!embedding.every((value) => typeof value === 'number') || !Number.isFinite(norm) || norm === 0)
          throw unavailable(model, 'protocol');
        return vector.map((value) => value / norm);
      });
      const characters = input.reduce((sum, { length }) => sum + length, 0);
      return { vectors, tokens: { input: countOf(usage?.prompt_tokens) ?? tokensOfLength(characters), output: 0 } };
    } catch (error) {
      throw callError(model, error, signal);
    }
  });
}
