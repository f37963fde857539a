/**
 * Requests to the identity provider. The operator chose its address, so the rule that outbound requests reach public
 * addresses alone does not apply; time and size are bounded all the same, and redirects are not followed.
 */
import { Agent, request } from 'undici';
import { ServiceError } from '../../errors/index.ts';
import type { VerifyToken } from '../../domain/identity/identity.ts';
import { readBody } from '../../platform/network-guard/body.ts';
import { inRequestSpan } from '../../platform/tracing/http.ts';
import { isObject } from '../../platform/is-object.ts';
import type { Claims } from './claims.ts';

/** Verifies tokens with the help of an identity provider. */
export interface ProviderVerifier {
  /** Asks the provider for what is needed before the first token. Rejects with `unavailable`. */
  readonly connect: () => Promise<void>;
  readonly verify: VerifyToken;
}

const TIMEOUT_MS = 3000;
const MAX_BYTES = 512 * 1024;

/** A request that still waits for its connection does not hear its signal. */
const agent = new Agent({ connect: { timeout: TIMEOUT_MS } });

interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly authorization: string;
}

/**
 * The JSON object at an address; with `form`, the answer to it. Rejects with `unavailable`, whose cause is for the log,
 * whatever goes wrong: that the provider fails says nothing about a token.
 */
export async function askProvider(url: string, form?: Form): Promise<Claims> {
  try {
    const method = form ? 'POST' : 'GET';
    const { statusCode, headers, body } = await inRequestSpan(method, new URL(url), () =>
      request(url, {
        dispatcher: agent,
        method,
        headers: {
          accept: 'application/json',
          'user-agent': 'Tidemill',
          ...(form && { 'content-type': 'application/x-www-form-urlencoded', authorization: form.authorization }),
        },
        body: form ? new URLSearchParams(form.fields).toString() : null,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    );
    const { 'content-encoding': encoding } = headers;
    const bytes = await readBody(body, typeof encoding === 'string' ? encoding : undefined, MAX_BYTES);
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
    const answer: unknown = JSON.parse(Buffer.from(bytes).toString());
    if (!isObject(answer)) throw new Error(`${url} answered something else than a JSON object`);
    return answer;
  } catch (error) {
    throw providerAway(error);
  }
}

/** The answer to a request whose token cannot be verified now: 503, never 401. */
export function providerAway(cause: unknown): ServiceError {
  return new ServiceError(
    'unavailable',
    'The identity provider is unavailable or returned an invalid response.',
    {},
    cause,
  );
}
