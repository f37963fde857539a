/** Which failed calls of an endpoint cost a case, delay the step, or end the run. */
import type { Produced } from '../../../engines/evaluation/cases/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import { connectionError, pauseSeconds } from '../../../platform/network-guard/failures.ts';
import { withoutOutput } from './ask.ts';

/** What no case can change, by status: what is wrong, with the fix. */
const REFUSALS: Readonly<Record<number, string>> = {
  401: 'The endpoint does not accept the key. Name the right one as secret_ref of the target.',
  402: 'The account at the endpoint is exhausted. Top it up.',
  403: 'The endpoint forbids the request. Name a key as secret_ref that may use this model.',
  404: 'The endpoint does not know the address or the model. Correct endpoint_url and model of the target.',
  405: 'The address takes no requests of this kind. Give the base address of the API as endpoint_url.',
  410: 'The endpoint no longer has the address or the model. Correct endpoint_url and model of the target.',
};

const PASSING = [408, 409, 425];

/**
 * What an answer of this status means: `null` for a success, else why the case has no output. Throws `target_refused`,
 * `target_rate_limited` or `target_unavailable`. Of an error, only its code is read.
 */
export function failureOfStatus(status: number, retryAfter: string | undefined, body: string): Produced | null {
  if (status >= 200 && status < 300) return null;
  const code = codeOf(body);
  const about = { status, ...(code !== null && { endpoint_code: code }) };
  if (status >= 300 && status < 400) {
    throw refused('The address redirects. Give the address that it leads to as endpoint_url.', 'redirect', about);
  }
  const fix = code === 'insufficient_quota' ? REFUSALS[402] : REFUSALS[status];
  if (fix !== undefined) throw refused(fix, 'status', about);
  const seconds = pauseSeconds(retryAfter);
  if (status === 429 || (status === 503 && seconds !== null)) {
    const details = { ...about, ...(seconds !== null && { retry_after_seconds: seconds }) };
    throw new ServiceError('target_rate_limited', 'The endpoint takes no more requests for now.', details);
  }
  if (status >= 500 || PASSING.includes(status)) throw unavailable(`The endpoint answered with ${status}.`, about);
  return withoutOutput(`The endpoint answered with ${status}${code === null ? '' : ` (${code})`}.`);
}

/** What a call means that had no complete answer, as {@link failureOfStatus}. */
export function failureOfCall(error: unknown): Produced {
  const failure = connectionError(error);
  const { reason } = failure.details;
  if (failure.code === 'too_large') return withoutOutput('Its answer is too large.');
  if (failure.code === 'timeout' || reason === 'connect') throw unavailable('The connection failed.', {}, error);
  if (failure.code === 'fetch_failed' && failure.retryable) throw unavailable(failure.message, {}, error);
  if (reason === 'encoding') return withoutOutput('Its answer has an unknown encoding.');
  const fix = reason === 'tls' ? ' Give it a certificate of a known authority.' : '';
  throw refused(`${failure.message}${fix}`, String(reason), {}, error);
}

function refused(detail: string, reason: string, about: object, cause?: unknown): ServiceError {
  return new ServiceError('target_refused', detail, { reason, ...about }, cause);
}

function unavailable(detail: string, about: object, cause?: unknown): ServiceError {
  return new ServiceError('target_unavailable', detail, { ...about }, cause);
}

/** The endpoint's own code, such as `context_length_exceeded`. */
function codeOf(body: string): string | null {
  try {
    const answer: { error?: { code?: unknown } | null } | null = JSON.parse(body);
    const code = answer?.error?.code;
    return typeof code === 'string' && /^[\w.-]{1,64}$/.test(code) ? code : null;
  } catch {
    return null;
  }
}
