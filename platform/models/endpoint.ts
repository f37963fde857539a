/** The connection to the endpoint of a named model. */
import { Readable } from 'node:stream';
import type OpenAI from 'openai';
import type { ModelConfig } from '../config/models.ts';
import { limited } from '../network-guard/body.ts';
import { createAddressGuard } from '../network-guard/lookup.ts';
import { createGuardedRequest } from '../network-guard/request.ts';
import type { ProxyConfig } from '../network-guard/request.ts';
import type { Secrets } from '../secrets.ts';
import { inRequestSpan } from '../tracing/http.ts';

export interface EndpointDependencies {
  readonly secrets: Secrets;
  readonly network: { readonly allow: readonly string[]; readonly proxy: ProxyConfig | null };
}

/** A model with a client of its endpoint. */
export interface Endpoint {
  readonly model: ModelConfig;
  /** Opened for the first call: an installation may name no model, and the client is hundreds of files. */
  readonly client: () => Promise<OpenAI>;
  /** Headers of a call. The key is read for each. */
  readonly headers: () => Promise<Record<string, string | null>>;
}

/** Name of the secret that holds a model's key. */
export const keySecret = (name: string): string => `model_${name}_key`;

/** A batch of vectors takes a few megabytes. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Longer than any call: what ends a call is silence, or its signal. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** Retries belong to Temporal, and the client follows no redirects: they would carry the key elsewhere. */
export function openEndpoint(model: ModelConfig, { secrets, network }: EndpointDependencies): Endpoint {
  const host = new URL(model.url).hostname.replaceAll(/[[\]]/g, '');
  // The operator chose this host, so it may be private; another one may not.
  const guard = createAddressGuard([...network.allow, host]);
  const send = createGuardedRequest(guard, network.proxy, model.silenceMs);

  const open = async (): Promise<OpenAI> => {
    const { OpenAI } = await import('openai');
    return new OpenAI({
      baseURL: model.url,
      apiKey: 'set for each call',
      maxRetries: 0,
      timeout: NO_TIMEOUT_MS,
      logLevel: 'off',
      fetch: async (input, { method = 'GET', headers, body, signal } = {}) => {
        const url = new URL(input instanceof Request ? input.url : input);
        const answer = await inRequestSpan(method, url, () =>
          send(url, {
            method: method === 'GET' ? 'GET' : 'POST',
            headers: Object.fromEntries(new Headers(headers)),
            ...(typeof body === 'string' && { body }),
            signal: signal ?? null,
          }),
        );
        const fields = new Headers();
        for (const [name, value] of Object.entries(answer.headers)) fields.set(name, String(value));
        const bytes = Readable.toWeb(Readable.from(limited(answer.body, MAX_ANSWER_BYTES)));
        return new Response(bytes, { status: answer.statusCode, headers: fields });
      },
    });
  };
  let client: Promise<OpenAI> | undefined;
  return {
    model,
    client: () =>
      (client ??= open().catch((error: unknown) => {
        client = undefined;
        throw error;
      })),
    headers: async () => {
      const [key] = await secrets.read(keySecret(model.name));
      return {
        Authorization: key === undefined ? null : `Bearer ${key}`,
        'User-Agent': 'Tidemill',
        'Accept-Encoding': 'identity',
      };
    },
  };
}
