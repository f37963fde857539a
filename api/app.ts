/** The Koa application: the path of every request, from its headers to its response. */
import Koa from 'koa';
import type { Context, Next } from 'koa';
import { Router } from '@koa/router';
import { ServiceError } from '../errors/index.ts';
import { STREAM_MEMORY_BYTES } from '../platform/objects/stream.ts';
import { readBytes } from './contract/body.ts';
import { TURNS } from './contract/cost.ts';
import { multipartReader } from './contract/form.ts';
import type { Reply, Request, Route } from './contract/route.ts';
import { allowOrigins } from './cors.ts';
import type { CostlyRequests } from './costly/index.ts';
import { docsRouter } from './docs/router.ts';
import { authorize } from './identity/authorize.ts';
import type { Identity, VerifyToken } from '../domain/identity/identity.ts';
import { hasBody, memoryOf } from './limits/arriving-bodies.ts';
import type { ArrivingBodies } from './limits/arriving-bodies.ts';
import type { HeapWatch } from './limits/heap-watch.ts';
import type { RateLimits } from './limits/rate-limits.ts';
import { observe } from './observe.ts';
import type { RequestState } from './observe.ts';
import { ONE_SPELLING, answerErrors, register } from './serve.ts';
import type { Serving } from './serve.ts';
import type { Services } from './services.ts';

/** What decides which requests are served, and where. */
export interface Doors {
  readonly verifyToken: VerifyToken;
  readonly rateLimits: RateLimits;
  readonly arrivingBodies: ArrivingBodies;
  readonly heap: HeapWatch;
  readonly costly: CostlyRequests;
}

/**
 * A costly request with a larger body is read where it is served, and takes all turns: to parse and validate a megabyte takes as long as
 * answering some small requests.
 */
const LARGE_BODY_BYTES = 128 * 1024;

export function createApp(services: Services, doors: Doors, routes: readonly Route[]): Koa<RequestState> {
  const { trustedProxies, corsAllowedOrigins, maxBodyBytes } = services.config.http;
  const { arrivingBodies, costly } = doors;
  const arriving: Serving['arriving'] = (ctx, { tenantId }, read) =>
    arrivingBodies.during(tenantId, memoryOf(ctx.req, maxBodyBytes), () => read(maxBodyBytes));
  const app = new Koa<RequestState>({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  const router = new Router<RequestState>(ONE_SPELLING);
  register(router, routes, {
    identify: (ctx, route) => admit(ctx, route, doors),
    passOn: (ctx, { method, cost }, arrived) => {
      const isLarge = hasBody(ctx.req) && memoryOf(ctx.req, maxBodyBytes) > LARGE_BODY_BYTES;
      if (typeof cost !== 'function' || !isLarge) return null;
      const body = () => arriving(ctx, arrived.identity, (maxBytes) => readBytes(ctx, maxBytes));
      return costly.serve(ctx, { ...arrived, method, body, turns: TURNS });
    },
    arriving,
    form:
      (ctx, { tenantId }) =>
      (options) =>
        arrivingBodies.during(tenantId, memoryOf(ctx.req, STREAM_MEMORY_BYTES), () => multipartReader(ctx)(options)),
    answer: (ctx, route, request) => answer(ctx, route, request, services, costly),
  });
  app.on('error', (error: Error) => services.logger.error({ err: error }, 'the answer could not be sent'));
  app.use(observe(services));
  if (corsAllowedOrigins.length > 0) app.use(allowOrigins(corsAllowedOrigins));
  app.use(answerErrors(services));
  app.use(router.routes());
  app.use(limitAddress(doors));
  app.use(docsRouter(ONE_SPELLING).routes());
  app.use(refuse(router));
  return app;
}

/** Where a request is served: its operation says what it costs. */
function answer(
  ctx: Context,
  { method, cost, handler }: Route,
  request: Request,
  services: Services,
  costly: CostlyRequests,
): Promise<Reply> {
  switch (cost) {
    case 'few_rows':
      return handler(request, services);
    case 'waits_for_jobs':
      return costly.waiting(request.identity.tenantId, () => handler(request, services));
    default:
      return costly.serve(ctx, {
        ...request,
        ...{ method, turns: cost(request) },
        body: async () => (request.body === undefined ? null : Buffer.from(JSON.stringify(request.body))),
      });
  }
}

/** Who asks, counted against the rate of the tenant, or of the address while there is no valid token. */
async function admit(ctx: Context, route: Route, { rateLimits, verifyToken, heap }: Doors): Promise<Identity> {
  // Monitors are answered whatever else is refused.
  if (route.rateLimited !== false) heap.refuseIfFull();
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
function limitAddress({ rateLimits }: Doors) {
  return (ctx: Context, next: Next): Promise<unknown> => {
    rateLimits.admitAddress(ctx);
    return next();
  };
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
