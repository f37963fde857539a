/** Reads the requests for embeddings. */
import type { IncomingMessage } from 'node:http';
import { RequestError } from './errors.ts';

export interface EmbeddingsRequest {
  readonly texts: readonly string[];
  readonly encoding: 'float' | 'base64';
}

/** OpenAI's limit on inputs per request. */
const MOST_TEXTS = 2048;
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** The body as JSON. Throws {@link RequestError} when it is too large, or none. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new RequestError(413, `The body is larger than ${MAX_BODY_BYTES} bytes.`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new RequestError(400, 'The body is not valid JSON.');
  }
}

/**
 * Throws {@link RequestError} naming the first member that is wrong. Members that this server has no use for are
 * ignored.
 */
export function readEmbeddingsRequest(body: unknown, model: string, dimensions: number): EmbeddingsRequest {
  const members = Object(body) as Readonly<Record<string, unknown>>;
  const { input, encoding_format: encoding = 'float' } = members;
  if (members['model'] !== model) {
    throw new RequestError(404, `This server runs the model ${model}.`, 'model_not_found', 'model');
  }
  const wanted = members['dimensions'] ?? dimensions;
  if (wanted !== dimensions) throw invalid('dimensions', `The model has ${dimensions} dimensions.`);
  if (encoding !== 'float' && encoding !== 'base64') throw invalid('encoding_format', 'It must be float or base64.');
  const texts: readonly unknown[] = Array.isArray(input) ? input : [input];
  if (texts.length === 0 || texts.length > MOST_TEXTS) {
    throw invalid('input', `It must be a text, or 1 to ${MOST_TEXTS} texts.`);
  }
  if (!texts.every(isText)) throw invalid('input', 'Each input must be a text that is not empty.');
  return { texts, encoding };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function invalid(param: string, message: string): RequestError {
  return new RequestError(400, message, null, param);
}
