/** One call of a language model. */
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { ServiceError } from '../../errors/index.ts';
import { storableText } from '../database/storable.ts';
import type { Endpoint } from './endpoint.ts';
import { callError, refused, unavailable } from './failures.ts';
import { LastDigit, TOP_TOKENS } from './last-digit.ts';
import type { DigitChances } from './last-digit.ts';
import { countOf, tokensOfLength, inModelSpan } from './spans.ts';
import type { Tokens } from './spans.ts';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ChatTool {
  readonly name: string;
  readonly description?: string;
  /** A JSON schema of its arguments. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** A call of a tool, with its arguments as the model wrote them: JSON, if all is well. */
export interface ChatToolCall {
  readonly name: string;
  readonly arguments: string;
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  /** A JSON schema that the output has to meet; its name has letters, digits, `_` and `-`. */
  readonly schema?: { readonly name: string; readonly schema: object };
  /** What the model may call. Finished calls of such requests are not kept. */
  readonly tools?: readonly ChatTool[];
  /** Most tokens of the output. */
  readonly maxTokens: number;
  /** Default: the endpoint's. Some models accept no other. */
  readonly temperature?: number;
  readonly seed?: number;
  /** Asks for the probabilities of the digit that ends the output. Some endpoints refuse such a request. */
  readonly weighsDigit?: true;
}

/** What one call returned: the output, not checked but for U+0000 and lone surrogates, which it has not. */
export interface Completion {
  readonly text: string;
  /**
   * `length`: the output was cut at `maxTokens`, by the endpoint or because it is too long for that number of tokens.
   */
  readonly finish: 'stop' | 'length';
  /** Estimated where the endpoint does not count. */
  readonly tokens: Tokens;
  /** Calls of tools; absent if there are none. */
  readonly calls?: readonly ChatToolCall[];
  /** Of the digit that ends the output: present when they were asked for and the endpoint gives them. */
  readonly digits?: DigitChances;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  /** Called with each part of the output as it arrives. */
  readonly onText?: ((part: string) => void) | undefined;
}

/** No token is longer, on average over an output. */
const CHARACTERS_A_TOKEN = 32;

/** Hosts that refuse the older name of the limit, which other servers know. */
const NEW_NAMES = /(^|\.)(openai\.com|openai\.azure\.com)$/;

/**
 * Calls a chat model and reads its output as a stream, so that silence and a broken connection are noticed. Rejects
 * with a `ServiceError` (`model_unavailable`, `model_rate_limited`, `model_refused`), or with the signal's reason.
 */
export function complete(endpoint: Endpoint, request: ChatRequest, options: CallOptions): Promise<Completion> {
  const { model } = endpoint;
  const { maxTokens, temperature, seed } = request;
  const attributes = {
    'gen_ai.request.max_tokens': maxTokens,
    ...(temperature !== undefined && { 'gen_ai.request.temperature': temperature }),
    ...(seed !== undefined && { 'gen_ai.request.seed': seed }),
    'gen_ai.output.type': request.schema === undefined ? 'text' : 'json',
  };
  return inModelSpan('chat', model, attributes, async (span) => {
    try {
      const completion = await stream(endpoint, request, options);
      span.setAttribute('gen_ai.response.finish_reasons', [completion.finish]);
      return completion;
    } catch (error) {
      throw callError(model, error, options.signal);
    }
  });
}

async function stream(
  { client, model, headers }: Endpoint,
  request: ChatRequest,
  { signal, onText }: CallOptions,
): Promise<Completion> {
  signal.throwIfAborted();
  const parts = await (
    await client()
  ).chat.completions.create(bodyOf(model.id, new URL(model.url).hostname, request), {
    signal,
    headers: await headers(),
  });
  const most = request.maxTokens * CHARACTERS_A_TOKEN;
  let text = '';
  let finish: string | null = null;
  let counted: Tokens | null = null;
  const digit = new LastDigit();
  const calls: { name: string; arguments: string }[] = [];
  for await (const { choices, usage } of parts) {
    const [choice] = choices;
    if (choice?.delta?.refusal) throw refused(model, 'content');
    digit.read(choice?.logprobs?.content);
    const part = choice?.delta?.content ?? '';
    text += part;
    if (part !== '') onText?.(part);
    for (const { index, function: called } of choice?.delta?.tool_calls ?? []) addPart(calls, index, called);
    finish = choice?.finish_reason ?? finish;
    const [input, output] = [countOf(usage?.prompt_tokens), countOf(usage?.completion_tokens)];
    if (input !== null && output !== null) counted = { input, output };
    if (text.length > most) {
      // An endpoint that ignores the limit: what it has sent is paid for, and another try would be as long.
      [text, finish] = [text.slice(0, most), 'length'];
      break;
    }
  }
  // The client's stream ends without an error when it is aborted.
  signal.throwIfAborted();
  if (finish === null) throw unavailable(model, 'cut');
  if (finish === 'content_filter') throw refused(model, 'content');
  const asked = request.messages.reduce((sum, { content }) => sum + content.length, 0);
  return {
    text: storableText(text),
    finish: finish === 'length' ? 'length' : 'stop',
    tokens: counted ?? { input: tokensOfLength(asked), output: tokensOfLength(text.length) },
    ...(calls.length > 0 && { calls }),
    ...(request.weighsDigit && digit.chances !== null && { digits: digit.chances }),
  };
}

/** Calls that are kept of an answer, and characters of the arguments of each. */
const MOST_CALLS = 100;
const MOST_ARGUMENTS = 100_000;

/** Calls arrive in parts, each with the place of its call. */
function addPart(
  calls: { name: string; arguments: string }[],
  index: number,
  part: { readonly name?: string; readonly arguments?: string } = {},
): void {
  if (index === calls.length && index < MOST_CALLS) calls.push({ name: '', arguments: '' });
  const call = calls[index];
  if (call === undefined) return;
  call.name += storableText(part.name ?? '');
  call.arguments = (call.arguments + storableText(part.arguments ?? '')).slice(0, MOST_ARGUMENTS);
}

function bodyOf(
  id: string,
  host: string,
  { messages, schema, tools, maxTokens, temperature, seed, weighsDigit }: ChatRequest,
): ChatCompletionCreateParamsStreaming {
  return {
    model: id,
    messages: messages.map((message) => ({ ...message })),
    stream: true,
    stream_options: { include_usage: true },
    ...(NEW_NAMES.test(host) ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(seed !== undefined && { seed }),
    ...(tools && {
      tools: tools.map(({ parameters, ...tool }) => ({
        type: 'function' as const,
        function: { ...tool, ...(parameters && { parameters: { ...parameters } }) },
      })),
    }),
    ...(weighsDigit && { logprobs: true, top_logprobs: TOP_TOKENS }),
    ...(schema !== undefined && {
      response_format: {
        type: 'json_schema',
        json_schema: { name: schema.name, schema: { ...schema.schema }, strict: true },
      },
    }),
  };
}

/** The error of an output that has not the form that was asked for. */
export function invalidOutput(
  model: string,
  reason: 'empty' | 'json' | 'length' | 'schema',
  about: object = {},
): ServiceError {
  const details = { model, reason, ...about };
  return new ServiceError('model_output_invalid', OUTPUT_FAULTS[reason], details);
}

const OUTPUT_FAULTS = {
  empty: 'The output of the model is empty.',
  json: 'The output of the model is not valid JSON.',
  length: 'The output of the model was cut at its limit of tokens.',
  schema: 'The output of the model does not meet its schema.',
} as const;
