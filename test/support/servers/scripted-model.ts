/** A model server with OpenAI's API on loopback that answers as a test says. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { serveOnLoopback } from './loopback.ts';

/** A call as it came. */
export interface ModelCall {
  /** `/chat/completions`, `/embeddings` or `/rerank`. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly model: string;
    readonly messages?: readonly { readonly role: string; readonly content: string }[];
    readonly response_format?: { readonly json_schema: { readonly name: string; readonly schema: object } };
    readonly input?: string | readonly string[];
    readonly encoding_format?: string;
    readonly query?: string;
    readonly documents?: readonly string[];
    readonly [member: string]: unknown;
  };
  /** Fulfilled when the client has hung up, or the answer has ended. */
  readonly closed: Promise<void>;
}

export type Reply =
  /** An output of a chat, streamed word by word once `after` is fulfilled. */
  | {
      readonly text: string;
      readonly finish?: 'stop' | 'length' | 'content_filter';
      readonly after?: Promise<unknown>;
      /** Default: a token for each word. `null`: the server does not count. */
      readonly tokens?: { readonly input: number; readonly output: number } | null;
      /** Probabilities of other tokens in the place of a token: each character is a token. */
      readonly chances?: { readonly at: number; readonly of: Readonly<Record<string, number>> };
    }
  /** A chat that calls tools; each call comes in two parts. */
  | { readonly calls: readonly { readonly name: string; readonly arguments: string }[] }
  /** A chat that is declined. */
  | { readonly refusal: string }
  /** A stream that breaks off within this text: `destroy` the connection, or `end` it without a reason. */
  | { readonly cut: string; readonly by: 'destroy' | 'end' }
  /** Nothing at all, or nothing after this text. */
  | { readonly hang: string | null }
  | { readonly status: number; readonly retryAfter?: number; readonly code?: string; readonly message?: string }
  /** Any other body of JSON, once `after` is fulfilled. */
  | { readonly body: unknown; readonly after?: Promise<unknown> };

interface Script {
  /** All calls so far. */
  readonly calls: readonly ModelCall[];
  /** Replies to the next calls, in their order; after them `otherwise` answers. */
  readonly next: (...replies: readonly Reply[]) => void;
}

export interface ScriptedModel extends Script {
  /** Base address: `http://127.0.0.1:34567/v1`. */
  readonly url: string;
}

/** A reply to a chat with this value as JSON. */
export const jsonReply = (value: unknown): Reply => ({ text: JSON.stringify(value) });

/** Serves until the tests of the file have ended. Without `otherwise`, {@link plainReply} answers. */
export async function serveModel(otherwise: (call: ModelCall) => Reply = plainReply): Promise<ScriptedModel> {
  const { listener, ...script } = scriptModel(otherwise);
  return { url: `${await serveOnLoopback(listener)}/v1`, ...script };
}

/** The model as a listener, for what serves it otherwise. */
export function scriptModel(otherwise: (call: ModelCall) => Reply): Script & { readonly listener: RequestListener } {
  const calls: ModelCall[] = [];
  const replies: Reply[] = [];
  const listener: RequestListener = (request, response) => {
    const closed = new Promise<void>((resolve) => response.once('close', () => resolve()));
    void json(request).then(async (body) => {
      const path = (request.url ?? '').replace('/v1', '');
      const call: ModelCall = { path, headers: request.headers, body: body as ModelCall['body'], closed };
      calls.push(call);
      await answer(response, replies.shift() ?? otherwise(call));
    });
  };
  return { listener, calls, next: (...more) => void replies.push(...more) };
}

/** The settings that make a scripted model the named model. */
export function modelSettings(
  name: string,
  { url }: Pick<ScriptedModel, 'url'>,
  more: Readonly<Record<string, string>> = {},
) {
  const prefix = `MODEL_${name.toUpperCase()}_`;
  const settings = { URL: url, ID: `scripted-${name}`, ...more };
  return Object.fromEntries(Object.entries(settings).map(([member, value]) => [prefix + member, value]));
}

/** "ok" to a chat; vectors of 8 numbers that depend on the text alone; scores by the number of shared words. */
export function plainReply({ body }: ModelCall): Reply {
  if (body.input !== undefined) return embeddingsReply([body.input].flat(), 8);
  const { query, documents } = body;
  if (query === undefined || documents === undefined) return { text: 'ok' };
  const words = new Set(query.split(' '));
  const scoreOf = (text: string): number => text.split(' ').filter((word) => words.has(word)).length;
  const results = documents.map((text, index) => ({ index, relevance_score: scoreOf(text) }));
  return { body: { results: results.toReversed(), usage: { total_tokens: 9 } } };
}

export function embeddingsReply(texts: readonly string[], dimensions: number, after?: Promise<unknown>): Reply {
  const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, dimensions) }));
  // The index says which text each belongs to.
  return {
    ...(after && { after }),
    body: {
      object: 'list',
      data: data.toReversed(),
      usage: { prompt_tokens: texts.length, total_tokens: texts.length },
    },
  };
}

/** The same numbers for the same text, not of unit length. */
function vectorOf(text: string, dimensions: number): number[] {
  const bytes = createHash('shake256', { outputLength: dimensions }).update(text).digest();
  return Array.from(bytes, (byte) => byte - 127.5);
}

async function answer(response: ServerResponse, reply: Reply): Promise<void> {
  if ('status' in reply) {
    const { status, retryAfter, code = null, message = 'scripted' } = reply;
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    });
    response.end(JSON.stringify({ error: { message, type: 'scripted', param: null, code } }));
  } else if ('body' in reply) {
    await reply.after;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
  } else if ('hang' in reply) {
    if (reply.hang !== null) stream(response, reply.hang);
  } else if ('cut' in reply) {
    stream(response, reply.cut);
    if (reply.by === 'destroy') response.write('data: {"choi', () => response.destroy());
    else response.end();
  } else if ('calls' in reply) {
    for (const [index, { name, arguments: text }] of reply.calls.entries()) {
      const half = Math.floor(text.length / 2);
      chunk(response, { delta: { tool_calls: [{ index, function: { name, arguments: text.slice(0, half) } }] } });
      chunk(response, { delta: { tool_calls: [{ index, function: { arguments: text.slice(half) } }] } });
    }
    chunk(response, { delta: {}, finish_reason: 'tool_calls' });
    response.end('data: [DONE]\n\n');
  } else if ('refusal' in reply) {
    chunk(response, { delta: { refusal: reply.refusal } });
    chunk(response, { delta: {}, finish_reason: 'stop' });
    response.end('data: [DONE]\n\n');
  } else {
    const { text, finish = 'stop', after, tokens = { input: 10, output: text.split(' ').length } } = reply;
    await after;
    if (reply.chances) streamTokens(response, text, reply.chances);
    else stream(response, text);
    chunk(response, { delta: {}, finish_reason: finish });
    if (tokens !== null) {
      const usage = { prompt_tokens: tokens.input, completion_tokens: tokens.output };
      response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`);
    }
    response.end('data: [DONE]\n\n');
  }
}

function stream(response: ServerResponse, text: string): void {
  for (const content of text.split(/(?<= )/)) chunk(response, { delta: { content } });
}

function streamTokens(
  response: ServerResponse,
  text: string,
  { at, of }: { readonly at: number; readonly of: Readonly<Record<string, number>> },
): void {
  for (const [index, content] of text.split('').entries()) {
    const chances = index === at ? of : { [content]: 1 };
    const top_logprobs = Object.entries(chances).map(([token, chance]) => ({ token, logprob: Math.log(chance) }));
    chunk(response, { delta: { content }, logprobs: { content: [{ token: content, logprob: 0, top_logprobs }] } });
  }
}

function chunk(response: ServerResponse, choice: object): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`);
}
