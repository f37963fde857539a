/**
 * How operations are served, from the arrival of a request to its response: in the API's process, and in those for
 * costly requests.
 */
import type { Context, Next } from 'koa';
import type { Router } from '@koa/router';
import type { Config } from '../domain/settings.ts';
import { fullDisk } from '../platform/disks.ts';
import { ServiceError } from '../errors/index.ts';
import type { Identity } from '../domain/identity/identity.ts';
import { faultOf, isPassing } from '../platform/faults/fault.ts';
import { parseJson, readBytes } from './contract/body.ts';
import { errorReply } from './contract/problems.ts';
import type { MultipartReader, Reply, Request, Route } from './contract/route.ts';
import { ValidationError, compileValidator } from './contract/validation.ts';
import { hasBody } from './limits/arriving-bodies.ts';
import type { RequestState } from './observability.ts';
import type { Services } from './services.ts';

/** Paths match exactly: `/V1/jobs` and `/v1/jobs/` do not exist. */
export const ONE_SPELLING = { sensitive: true, strict: true };

type Served = Context & { state: RequestState };

/** A request that has arrived. */
export interface Arrived extends Pick<Request, 'identity' | 'trace' | 'requestId' | 'gone'> {
  /** Its JSON body, uncompressed; `null` without one. */
  readonly bytes: Buffer | null;
  /** Parses and validates it. Throws what is wrong with it. */
  readonly read: () => Request;
}

/** What differs between the processes that serve operations. */
export interface Serving {
  /** Called first. Aborting `gone` says that nobody waits for the answer. */
  readonly onArrival?: (ctx: Context, gone: AbortController) => void;
  /** Who sends the request. Rejects when nobody may send it. */
  readonly identify: (ctx: Context, route: Route) => Promise<Identity>;
  /**
   * Reads a JSON body with `read`, within the limits of memory. Rejects, and reads nothing, when the request will be
   * refused.
   */
  readonly arriving: <T>(
    ctx: Context,
    route: Route,
    identity: Identity,
    read: (maxBytes: number) => Promise<T>,
  ) => Promise<T>;
  /** Reads a multipart body. */
  readonly form: (ctx: Context, identity: Identity) => MultipartReader;
  readonly answer: (ctx: Context, route: Route, arrived: Arrived) => Promise<Reply>;
}

/** Adds the operations of these routes to a router. */
export function registerOperations(router: Router<RequestState>, routes: readonly Route[], serving: Serving): void {
  for (const route of routes) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router.register(path, [route.method.toLowerCase()], [operation(route, serving)]);
  }
}

function operation(route: Route, { onArrival, identify, arriving, form, answer }: Serving) {
  const validate = compileValidator(route);
  return async (ctx: Served): Promise<void> => {
    ctx.state.route = route.path;
    const gone = new AbortController();
    // First: a client that leaves while its token is verified is not noticed later.
    ctx.res.once('close', () => gone.abort(CLIENT_LEFT));
    onArrival?.(ctx, gone);
    const verified = await identify(ctx, route);
    const identity = { ...verified, purpose: ctx.get('x-access-purpose') || null };
    ctx.state.identity = identity;
    const isJson = route.body && route.bodyType !== 'multipart/form-data' && hasBody(ctx.req);
    const bytes = isJson ? await arriving(ctx, route, identity, (maxBytes) => readBytes(ctx, maxBytes)) : null;
    const { trace, requestId } = ctx.state;
    const arrived = { identity, trace, requestId, gone: gone.signal };
    const read = (): Request => {
      const raw = {
        path: { ...ctx['params'] },
        query: { ...ctx.query },
        header: { ...ctx.headers },
        body: bytes === null ? undefined : parseJson(bytes),
      };
      if (route.body && raw.body === undefined && route.bodyOptional) raw.body = {};
      validate(raw);
      return {
        ...arrived,
        params: raw.path,
        query: raw.query,
        headers: raw.header,
        body: raw.body,
        preferredType: (types: readonly string[]) => ctx.accepts([...types]) || null,
        form: form(ctx, identity),
      };
    };
    gone.signal.throwIfAborted();
    send(ctx, await answer(ctx, route, { ...arrived, bytes, read }));
  };
}

function send(ctx: Context, { status, body, headers = {} }: Reply): void {
  ctx.status = status;
  ctx.body = body;
  ctx.set(headers);
}

/** Why a request ends whose connection has closed: no fault of the service. */
export const CLIENT_LEFT = new DOMException('The client has closed the connection.', 'AbortError');
/** In the log and the metrics, as of other servers; nobody receives it. */
const CLIENT_LEFT_STATUS = 499;

/** Answers a request that fails with a problem. */
export function answerErrors({ logger, config, stopping }: Pick<Services, 'logger' | 'config' | 'stopping'>) {
  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    try {
      await next();
    } catch (thrown) {
      if (thrown === CLIENT_LEFT) {
        ctx.status = CLIENT_LEFT_STATUS;
        return;
      }
      // What waits for anything else ends with the process.
      const isStopping = stopping.aborted && thrown instanceof Error && thrown.name === 'AbortError';
      const error = isKnown(thrown) ? thrown : isStopping ? restarting() : await problemOf(thrown, config.disks);
      if (!isKnown(thrown) && !isStopping) {
        logger.error({ err: thrown, request_id: ctx.state.requestId }, 'a request failed');
      }
      send(ctx, errorReply(error, ctx.path, ctx.state.trace.traceId));
    }
  };
}

function isKnown(error: unknown): boolean {
  return error instanceof ServiceError || error instanceof ValidationError;
}

const RETRY_AFTER_SECONDS = 5;

/** What requests are told that the end of the process cuts short. */
export function restarting(): ServiceError {
  return new ServiceError('overloaded', 'The server is restarting.', { retry_after_seconds: RETRY_AFTER_SECONDS });
}

/** Errors of connections whose clients have left. */
const CLIENT_LEFT_CODES: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Logs why an answer could not be sent, unless its client has left. */
export const logUnsent =
  ({ logger }: Pick<Services, 'logger'>) =>
  (error: Error): void => {
    if ('code' in error && CLIENT_LEFT_CODES.has(error.code)) return;
    logger.error({ err: error }, 'the answer could not be sent');
  };

/** A store on a full disk may only report a failure, so the monitored disks are checked. */
async function problemOf(error: unknown, disks: Config['disks']): Promise<ServiceError> {
  const fault = faultOf(error);
  if (fault === 'too_long') {
    const message = 'A statement of the request took longer than the database may take for it, and was ended.';
    return new ServiceError('overloaded', message, { retry_after_seconds: RETRY_AFTER_SECONDS });
  }
  if (!isPassing(fault)) return new ServiceError('internal', 'The request failed because of an internal error.');
  const disk = await fullDisk(disks);
  if (fault === 'full' || disk !== null) {
    return new ServiceError('insufficient_storage', disk ?? 'The disk of a dependency is full.');
  }
  return new ServiceError('unavailable', 'Temporal, the database or the object store does not respond.');
}
