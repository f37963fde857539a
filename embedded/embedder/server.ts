/** The embedder as an HTTP server with OpenAI's API. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { FAIRNESS_HEADER } from '../../platform/models/fairness.ts';
import { Batches, QueueFull } from './batches.ts';
import { RequestError } from './errors.ts';
import { EmbedderMetrics } from './metrics.ts';
import type { LoadedModel, Tokens } from './model.ts';
import { readEmbeddingsRequest, readJson } from './requests.ts';

export interface EmbedderOptions {
  /** Name of the model in requests. */
  readonly id: string;
  readonly model: LoadedModel;
  /** Texts that may wait; 429 beyond. */
  readonly queue: number;
  /** Receives errors that are bugs. */
  readonly onError: (error: unknown) => void;
}

/** Each may hold a body of 8 MiB. */
const MOST_CONNECTIONS = 128;

/** Texts that are tokenized before other requests get a turn. */
const TEXTS_A_TURN = 16;

const RETRY_AFTER_SECONDS = 1;

/** Answers with this status and JSON; `headers` besides its type. */
type Answer = (status: number, body: object, headers?: Readonly<Record<string, string>>) => void;

export function createEmbedderServer({ id, model, queue, onError }: EmbedderOptions): Server {
  const metrics: EmbedderMetrics = new EmbedderMetrics(() => batches.waiting);
  const batches = new Batches(model, queue, (...batch) => metrics.batch(...batch));
  const card = { id, object: 'model', created: 0, owned_by: 'tidemill' };

  const embeddings = async (request: IncomingMessage, answer: Answer, signal: AbortSignal): Promise<void> => {
    const { texts, encoding } = readEmbeddingsRequest(await readJson(request), id, model.dimensions);
    const tokens = await tokenize(model, texts, signal);
    const key = String(request.headers[FAIRNESS_HEADER] ?? '');
    const vectors = await batches.embed(tokens, key, signal);
    const total = tokens.reduce((sum, { length }) => sum + length, 0);
    answer(200, {
      object: 'list',
      model: id,
      data: vectors.map((vector, index) => ({ object: 'embedding', index, embedding: encode(vector, encoding) })),
      usage: { prompt_tokens: total, total_tokens: total },
    });
  };

  const route = async (request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void> => {
    const answer: Answer = (status, body, headers = {}) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    const path = (request.url ?? '').split('?', 1)[0];
    try {
      const operation = `${request.method} ${path}`;
      if (operation === 'POST /v1/embeddings') await embeddings(request, answer, signal);
      else if (operation === 'GET /v1/models') answer(200, { object: 'list', data: [card] });
      else if (operation === `GET /v1/models/${id}`) answer(200, card);
      else if (operation === 'GET /health') answer(200, { status: 'ok', model: id, waiting: batches.waiting });
      else if (operation === 'GET /metrics') {
        const text = await metrics.registry.metrics();
        response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text);
      } else throw new RequestError(404, 'There is no such operation.');
    } catch (error) {
      // Nobody reads the answer any more.
      if (signal.aborted) return;
      const known = asRequestError(error);
      if (known.status >= 500) onError(error);
      const isFull = error instanceof QueueFull;
      // What is left of the body is not read.
      if (!request.complete) response.setHeader('connection', 'close');
      answer(known.status, known.body, isFull ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : {});
    }
  };

  const server = createServer((request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    void route(request, response, gone.signal);
  });
  server.maxConnections = MOST_CONNECTIONS;
  return server;
}

async function tokenize(model: LoadedModel, texts: readonly string[], signal: AbortSignal): Promise<Tokens[]> {
  const tokens: Tokens[] = [];
  for (const text of texts) {
    tokens.push(model.tokenize(text));
    if (tokens.length % TEXTS_A_TURN === 0) await turn();
    signal.throwIfAborted();
  }
  return tokens;
}

/** OpenAI's clients ask for base64: the numbers as 32-bit little-endian. */
function encode(vector: Float32Array, encoding: 'float' | 'base64'): readonly number[] | string {
  return encoding === 'float'
    ? Array.from(vector)
    : Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

function asRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  if (error instanceof QueueFull) return new RequestError(429, 'Too many texts are waiting.', 'rate_limit_exceeded');
  return new RequestError(500, 'The embedding failed.');
}
