/** Errors of calls to models. Answers of endpoints are not quoted: they may repeat the input. */
import { APIConnectionError, APIError, APIUserAbortError } from 'openai/error';
import { ServiceError } from '../../errors/index.ts';
import type { ModelConfig } from '../config/models.ts';
import { pauseSeconds } from '../network-guard/failures.ts';

/** Why a model refuses a call. */
export type Refusal = 'address' | 'content' | 'credential' | 'dimensions' | 'quota' | 'request';
/** Why a call had no complete response. */
export type Outage = 'connection' | 'cut' | 'protocol' | 'silence' | 'status';

export function refused(model: ModelConfig, reason: Refusal, about: object = {}, cause?: unknown): ServiceError {
  return new ServiceError('model_refused', REFUSALS[reason], { model: model.name, reason, ...about }, cause);
}

const REFUSALS: Readonly<Record<Refusal, string>> = {
  address: 'The address of the model may not be reached.',
  content: 'The model declines to answer this input.',
  credential: 'The endpoint refuses the key of the model.',
  dimensions: 'The vectors of the model have another length than its settings say.',
  quota: 'The account at the endpoint of the model is exhausted.',
  request: 'The endpoint of the model does not accept the request.',
};

export function unavailable(model: ModelConfig, reason: Outage, about: object = {}, cause?: unknown): ServiceError {
  return new ServiceError(
    'model_unavailable',
    "The model's response was incomplete.",
    { model: model.name, reason, ...about },
    cause,
  );
}

/** `details.retry_after_seconds` is present when it is known. */
export function rateLimited(model: ModelConfig, seconds: number | null): ServiceError {
  const details = { model: model.name, ...(seconds !== null && { retry_after_seconds: seconds }) };
  return new ServiceError('model_rate_limited', 'The limit of calls to the model is reached.', details);
}

/** The error of a call that failed; the signal's reason when it is aborted. */
export function callError(model: ModelConfig, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof ServiceError) return fromGuard(model, error);
  if (error instanceof APIUserAbortError) return unavailable(model, 'connection', {}, error);
  if (error instanceof APIConnectionError)
    return callError(model, error.cause ?? unavailable(model, 'connection'), signal);
  if (error instanceof APIError) return fromAnswer(model, error);
  if (error instanceof SyntaxError) return unavailable(model, 'protocol', {}, error);
  const isSilence = codesOf(error).some(
    (code) => code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT',
  );
  return unavailable(model, isSilence ? 'silence' : 'connection', {}, error);
}

/** Errors of the network guard; those of this folder pass. */
function fromGuard(model: ModelConfig, error: ServiceError): ServiceError {
  if (error.code === 'too_large') return unavailable(model, 'protocol', {}, error);
  if (error.code !== 'fetch_failed') return error;
  const isBlocked = error.details['reason'] === 'blocked_address';
  return isBlocked ? refused(model, 'address', {}, error) : unavailable(model, 'connection', {}, error);
}

/** Whether a model refuses the input of a call, such as a text that is too long, and may take others. */
export function refusesInput(error: unknown): boolean {
  const refusesText = isRefusal(error) && error.details['reason'] === 'content';
  return refusesText || refusesRequest(error);
}

/** Whether an endpoint does not accept a call as it is: its text, or something that it asks for. */
export function refusesRequest(error: unknown): boolean {
  return isRefusal(error) && error.details['reason'] === 'request' && INPUT.includes(Number(error.details['status']));
}

const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.code === 'model_refused';

const CREDENTIAL = [401, 403];
/** Bad request, content too large, unprocessable content. */
const INPUT = [400, 413, 422];
const PASSING = [408, 409, 425];

function fromAnswer(model: ModelConfig, error: APIError): ServiceError {
  const { status } = error;
  // Errors within a stream have no status.
  if (status === undefined) return unavailable(model, 'protocol', {}, error);
  const pause = pauseSeconds(error.headers?.get('retry-after') ?? undefined);
  const code = plainCode(error.code);
  const about = { status, ...(code !== null && { endpoint_code: code }) };
  if (code === 'insufficient_quota' || status === 402) return refused(model, 'quota', about, error);
  if (status === 429) return rateLimited(model, pause);
  if (status >= 500 || PASSING.includes(status)) {
    const wait = pause !== null && { retry_after_seconds: pause };
    return unavailable(model, 'status', { ...about, ...wait }, error);
  }
  return refused(model, CREDENTIAL.includes(status) ? 'credential' : 'request', about, error);
}

/** The endpoint's own code, such as `context_length_exceeded`. */
function plainCode(code: unknown): string | null {
  return typeof code === 'string' && /^[\w.-]{1,64}$/.test(code) ? code : null;
}

/** Codes of an error and of those that caused it. */
function codesOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return [];
  return ['code' in error ? error.code : null, ...codesOf(error.cause)];
}
