/** Logging, with secrets redacted. */
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { ServiceError } from '../../errors/index.ts';
import { LogOutput } from './output.ts';
import { activeIds } from '../tracing/span.ts';

export type { Logger } from 'pino';

const REDACTED = '[redacted]';

/** Keys whose values are secrets, in the three spellings of headers, JSON and settings. */
const SECRET_MEMBERS = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'password',
  'secret',
  'token',
  'access_token',
  'refresh_token',
  'client_secret',
  'api_key',
  'apiKey',
  'devSecret',
  'clientSecret',
  'accessKeyId',
  'secretAccessKey',
];

/** Secrets inside text: user information of URLs, bearer tokens, signed or keyed query parameters. */
const SECRET_TEXT: readonly [RegExp, string][] = [
  [/(\/\/)[^/?#\s@]+@/g, `$1${REDACTED}@`],
  [/\b(bearer|basic)\s+[\w.~+/-]+=*/gi, `$1 ${REDACTED}`],
  [/([?&][\w-]*(?:signature|credential|token|secret|key|password)=)[^&\s"']+/gi, `$1${REDACTED}`],
];

/**
 * A logger of JSON lines. Secrets are redacted by key, down to three levels, and inside error messages. Errors
 * (`logger.error(error, 'what failed')`) are written with type, code, message, stack and cause only, because clients
 * attach whole requests to them. Never log document text.
 */
export function createLogger(level: string, name: string, destination: DestinationStream = new LogOutput()): Logger {
  const options = {
    level,
    name,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Trace of the request or step that the line belongs to.
    mixin: () => ({ ...activeIds() }),
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => serializeError(error), error: (error: unknown) => serializeError(error) },
    redact: {
      paths: SECRET_MEMBERS.flatMap((member) => [`["${member}"]`, `*["${member}"]`, `*.*["${member}"]`]),
      censor: REDACTED,
    },
  };
  return pino(options, destination);
}

interface SerializedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly details?: unknown;
  readonly stack?: string;
  readonly cause?: SerializedError;
}

function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutSecrets(String(error)) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    ...(code !== undefined && { code }),
    ...(error instanceof ServiceError && { details: error.details }),
    ...(error.stack !== undefined && { stack: withoutSecrets(error.stack) }),
    // Causes may be circular.
    ...(error.cause !== undefined && depth < 4 && { cause: serializeError(error.cause, depth + 1) }),
  };
}

function withoutSecrets(text: string): string {
  return SECRET_TEXT.reduce((cleaned, [pattern, replacement]) => cleaned.replaceAll(pattern, replacement), text);
}
