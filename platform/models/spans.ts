/** Spans of calls to models, with the attributes of OpenTelemetry's conventions for generative AI. */
import type { ModelConfig } from '../config/models.ts';
import { SpanKind, inSpan } from '../tracing/span.ts';
import type { Attributes, Span } from '../tracing/span.ts';

/** Tokens that a call read and wrote. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

type Operation = 'chat' | 'embeddings' | 'rerank';

/** Runs a call in its span. The tokens of its result are recorded, texts never. */
export function inModelSpan<T extends { readonly tokens: Tokens }>(
  operation: Operation,
  model: ModelConfig,
  attributes: Attributes,
  call: (span: Span) => Promise<T>,
): Promise<T> {
  const { hostname, port } = new URL(model.url);
  const about = {
    'gen_ai.operation.name': operation,
    // The protocol's; whose model it is, the endpoint knows.
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': model.id,
    'server.address': hostname,
    ...(port !== '' && { 'server.port': Number(port) }),
    ...attributes,
  };
  return inSpan(`${operation} ${model.id}`, { kind: SpanKind.CLIENT, attributes: about }, async (span) => {
    const result = await call(span);
    span.setAttribute('gen_ai.usage.input_tokens', result.tokens.input);
    if (operation === 'chat') span.setAttribute('gen_ai.usage.output_tokens', result.tokens.output);
    return result;
  });
}

/** Where an endpoint counts no tokens: a token has some four characters. */
export const tokensOfLength = (characters: number): number => Math.ceil(characters / 4);

/** The largest count of tokens that is believed and can be stored. */
const MOST_TOKENS = 2 ** 31 - 1;

/** A count as an endpoint reports it; `null` when it is none. */
export function countOf(reported: unknown): number | null {
  const isCount =
    typeof reported === 'number' && Number.isInteger(reported) && reported >= 0 && reported <= MOST_TOKENS;
  return isCount ? reported : null;
}
