/** One call of a reranking model, by the protocol that Cohere, Jina, vLLM and LiteLLM share. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Endpoint } from './endpoint.ts';
import { callError, unavailable } from './failures.ts';
import { tokensOfLength, inModelSpan } from './spans.ts';
import type { Tokens } from './spans.ts';

export interface Reranked {
  /** A score for each text, in their order; higher is better. Comparable within one call alone. */
  readonly scores: readonly number[];
  /** Estimated where the endpoint does not count. */
  readonly tokens: Tokens;
}

const Answer = Compile(
  Type.Object({
    results: Type.Array(Type.Object({ index: Type.Integer({ minimum: 0 }), relevance_score: Type.Number() })),
    usage: Type.Optional(Type.Object({ total_tokens: Type.Optional(Type.Integer({ minimum: 0 })) })),
  }),
);

/** Scores texts against a question. Rejects like {@link embed}. */
export function rerank(
  { client, model, headers }: Endpoint,
  query: string,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Reranked> {
  return inModelSpan('rerank', model, {}, async () => {
    try {
      signal.throwIfAborted();
      const body = { model: model.id, query, documents: texts, top_n: texts.length };
      const answer: unknown = await (await client()).post('/rerank', { body, signal, headers: await headers() });
      if (!Answer.Check(answer)) throw unavailable(model, 'protocol');
      const scores = new Map(answer.results.map(({ index, relevance_score }) => [index, relevance_score]));
      const characters = texts.reduce((sum, { length }) => sum + length + query.length, 0);
      return {
        scores: texts.map((_text, index) => {
          const score = scores.get(index);
          if (score === undefined) throw unavailable(model, 'protocol', { scores: scores.size });
          return score;
        }),
        tokens: { input: answer.usage?.total_tokens ?? tokensOfLength(characters), output: 0 },
      };
    } catch (error) {
      throw callError(model, error, signal);
    }
  });
}
