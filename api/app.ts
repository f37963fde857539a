/** The Koa application: the path of every request, from its headers to its response. */
import Koa from 'koa';
import type { Context, Next } from 'koa';
import { Router } from '@koa/router';
import type { Config } from '../platform/config.ts';
import { fullDisk } from '../platform/disks.ts';
import { ServiceError } from '../errors/index.ts';
import { faultOf, isPassing } from '../platform/faults/fault.ts';
import { STREAM_MEMORY_BYTES } from '../platform/objects/stream.ts';
import { readJson } from './contract/body.ts';
import { multipartReader } from './contract/form.ts';
import { errorReply } from './contract/problems.ts';
import type { MultipartReader, Reply, Route } from './contract/route.ts';
import { ValidationError, compileValidator } from './contract/validation.ts';
import { allowOrigins } from './cors.ts';
import { docsRouter } from './docs/router.ts';
import { authorize } from './identity/authorize.ts';
import type { Identity } from '../domain/identity/identity.ts';
import { hasBody, memoryOf } from './limits/arriving-bodies.ts';
import { observe } from './observe.ts';
import type { RequestState } from './observe.ts';
import type { Services } from './services.ts';

/** Paths match exactly: `/V1/jobs` and `/v1/jobs/` do not exist. */
const ONE_SPELLING = { sensitive: true, strict: true };

export function createApp(services: Services, routes: readonly Route[]): Koa<RequestState> {
  const { trustedProxies, corsAllowedOrigins } = services.config.http;
  const app = new Koa<RequestState>({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  const router = new Router<RequestState>(ONE_SPELLING);
  for (const route of routes) {
    const serve = handle(route, services);
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router.register(path, [route.method.toLowerCase()], [serve]);
  }
  app.on('error', (error: Error) => services.logger.error({ err: error }, 'the answer could not be sent'));
  app.use(observe(services));
  if (corsAllowedOrigins.length > 0) app.use(allowOrigins(corsAllowedOrigins));
  app.use(answerErrors(services));
  app.use(router.routes());
  app.use(limitAddress(services));
  app.use(docsRouter(ONE_SPELLING).routes());
  app.use(refuse(router));
  return app;
}

function handle(route: Route, services: Services) {
  const { arrivingBodies, config } = services;
  const { maxBodyBytes } = config.http;
  const validate = compileValidator(route);
  return async (ctx: Context & { state: RequestState }): Promise<void> => {
    ctx.state.route = route.path;
    const verified = await admit(ctx, route, services);
    const identity = { ...verified, purpose: ctx.get('x-access-purpose') || null };
    ctx.state.identity = identity;
    const whileItArrives = <T>(mostBytes: number, read: () => Promise<T>): Promise<T> =>
      arrivingBodies.during(identity.tenantId, memoryOf(ctx.req, mostBytes), read);
    const isJson = route.body && route.bodyType !== 'multipart/form-data' && hasBody(ctx.req);
    const raw = {
      path: { ...ctx['params'] },
      query: { ...ctx.query },
      header: { ...ctx.headers },
      body: isJson ? await whileItArrives(maxBodyBytes, () => readJson(ctx, maxBodyBytes)) : undefined,
    };
    if (route.body && raw.body === undefined && route.bodyOptional) raw.body = {};
    validate(raw);
    const gone = new AbortController();
    ctx.res.once('close', () => gone.abort(CLIENT_LEFT));
    const request = {
      params: raw.path,
      query: raw.query,
      headers: raw.header,
      body: raw.body,
      identity,
      trace: ctx.state.trace,
      requestId: ctx.state.requestId,
      gone: gone.signal,
      preferredType: (types: readonly string[]) => ctx.accepts([...types]) || null,
      form: (options: Parameters<MultipartReader>[0]) =>
        whileItArrives(STREAM_MEMORY_BYTES, () => multipartReader(ctx)(options)),
    };
    send(ctx, await route.handler(request, services));
  };
}

/** Who asks, counted against the rate of the tenant, or of the address while there is no valid token. */
async function admit(ctx: Context, route: Route, { rateLimits, verifyToken }: Services): Promise<Identity> {
  if (route.scope === 'public' && route.rateLimited !== false) rateLimits.admitAddress(ctx);
  try {
    return await authorize(ctx.get('authorization') || undefined, route, async (token) => {
      const identity = await verifyToken(token);
      rateLimits.admitTenant(ctx, identity.tenantId);
      return identity;
    });
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unauthorized') rateLimits.admitAddress(ctx);
    throw error;
  }
}

/** For what is no operation: the documentation, and paths that do not exist. */
function limitAddress({ rateLimits }: Services) {
  return (ctx: Context, next: Next): Promise<unknown> => {
    rateLimits.admitAddress(ctx);
    return next();
  };
}

function send(ctx: Context, { status, body, headers = {} }: Reply): void {
  ctx.status = status;
  ctx.body = body;
  ctx.set(headers);
}

/** Why a request ends whose connection has closed: no fault of the service. */
const CLIENT_LEFT = new DOMException('The client has closed the connection.', 'AbortError');
/** In the log and the metrics, as of other servers; nobody receives it. */
const CLIENT_LEFT_STATUS = 499;

function answerErrors({ logger, config }: Services) {
  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    try {
      await next();
    } catch (thrown) {
      if (thrown === CLIENT_LEFT) {
        ctx.status = CLIENT_LEFT_STATUS;
        return;
      }
      const error = isKnown(thrown) ? thrown : await problemOf(thrown, config.disks);
      if (!isKnown(thrown)) logger.error({ err: thrown, request_id: ctx.state.requestId }, 'a request failed');
      send(ctx, errorReply(error, ctx.path, ctx.state.trace.traceId));
    }
  };
}

function isKnown(error: unknown): boolean {
  return error instanceof ServiceError || error instanceof ValidationError;
}

/** A store on a full disk may only report a failure, so the monitored disks are checked. */
async function problemOf(error: unknown, disks: Config['disks']): Promise<ServiceError> {
  const fault = faultOf(error);
  if (!isPassing(fault)) return new ServiceError('internal', 'The request failed because of an internal error.');
  const disk = await fullDisk(disks);
  if (fault === 'full' || disk !== null) {
    return new ServiceError('insufficient_storage', disk ?? 'The disk of a dependency is full.');
  }
  return new ServiceError('unavailable', 'Temporal, the database or the object store does not respond.');
}

/** Unknown paths, and methods that a known path does not have. */
function refuse(router: Router<RequestState>) {
  return (ctx: Context): void => {
    const matching = router.match(ctx.path, ctx.method).path;
    // `/v1/jobs/cancel` is a path of its own, although a job could be called so.
    const own = matching.filter(({ path }) => path === ctx.path);
    const methods = (own.length > 0 ? own : matching).flatMap((layer) => layer.methods);
    if (methods.length === 0) {
      throw new ServiceError(
        'not_found',
        'This path does not exist. Paths are case-sensitive and have no trailing slash.',
      );
    }
    const allow = [...new Set(methods)].join(', ');
    throw new ServiceError('method_not_allowed', `This path supports ${allow}.`, { allow });
  };
}
