/** The Koa application: the path of every request, from its headers to its response. */
import Koa from 'koa';
import type { Context, Next } from 'koa';
import { Router } from '@koa/router';
import { ServiceError } from '../errors/index.ts';
import { STREAM_MEMORY_BYTES } from '../platform/objects/stream.ts';
import { TURNS_AT_ONCE } from './contract/cost.ts';
import { multipartReader } from './contract/form.ts';
import type { Reply, Route } from './contract/route.ts';
import { allowOrigins } from './cors.ts';
import type { CostlyRequests } from './costly/index.ts';
import { docsRouter } from './docs.ts';
import { authorize } from './identity/authorize.ts';
import type { Identity, VerifyToken } from '../domain/identity/identity.ts';
import { memoryOf } from './limits/arriving-bodies.ts';
import type { ArrivingBodies } from './limits/arriving-bodies.ts';
import type { HeapWatch } from './limits/heap-watch.ts';
import type { Metrics } from './metrics.ts';
import type { RateLimits } from './limits/rate-limits.ts';
import { dropUnread } from './limits/unread-bodies.ts';
import { observe } from './observability.ts';
import type { RequestState } from './observability.ts';
import { ONE_SPELLING, answerErrors, logUnsent, registerOperations } from './operations.ts';
import type { Arrived } from './operations.ts';
import type { Services } from './services.ts';

/** What decides which requests are served, and where. */
export interface Gates {
  readonly verifyToken: VerifyToken;
  readonly rateLimits: RateLimits;
  readonly arrivingBodies: ArrivingBodies;
  readonly heap: HeapWatch;
  readonly costly: CostlyRequests;
  readonly metrics: Metrics;
}

/**
 * A costly request with a larger body is parsed where it is served, and takes all turns: to parse and validate a
 * megabyte takes as long as answering some small requests.
 */
const LARGE_BODY_BYTES = 128 * 1024;

export function createApp(services: Services, gates: Gates, routes: readonly Route[]): Koa<RequestState> {
  const { trustedProxies, corsAllowedOrigins, maxBodyBytes } = services.config.http;
  const { arrivingBodies, costly } = gates;
  const app = new Koa<RequestState>({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  const router = new Router<RequestState>(ONE_SPELLING);
  registerOperations(router, routes, {
    identify: (ctx, route) => admit(ctx, route, gates),
    arriving: async (ctx, { cost }, { tenantId }, read) => {
      const declared = Number(ctx.get('content-length') || 0);
      if (typeof cost === 'function' && declared > LARGE_BODY_BYTES) costly.check(tenantId, TURNS_AT_ONCE);
      return arrivingBodies.during(tenantId, memoryOf(ctx.req, maxBodyBytes), () => read(maxBodyBytes));
    },
    form:
      (ctx, { tenantId }) =>
      (options) =>
        arrivingBodies.during(tenantId, memoryOf(ctx.req, STREAM_MEMORY_BYTES), () => multipartReader(ctx)(options)),
    answer: (ctx, route, arrived) => answer(ctx, route, arrived, services, costly),
  });
  app.on('error', logUnsent(services));
  app.use(dropUnread());
  app.use(observe(services, gates.metrics));
  if (corsAllowedOrigins.length > 0) app.use(allowOrigins(corsAllowedOrigins));
  app.use(answerErrors(services));
  app.use(router.routes());
  app.use(limitAddress(gates));
  app.use(docsRouter(ONE_SPELLING).routes());
  app.use(refuse(router));
  return app;
}

/** Where a request is served: its operation says what it costs. */
function answer(
  ctx: Context,
  { method, cost, handler }: Route,
  arrived: Arrived,
  services: Services,
  costly: CostlyRequests,
): Promise<Reply> {
  switch (cost) {
    case 'few_rows':
      return handler(arrived.read(), services);
    case 'waits_for_jobs': {
      const request = arrived.read();
      return costly.waiting(arrived.identity.tenantId, () => handler(request, services));
    }
    default: {
      const isLarge = (arrived.bytes?.length ?? 0) > LARGE_BODY_BYTES;
      const turns = isLarge ? TURNS_AT_ONCE : cost(arrived.read());
      return costly.serve(ctx, { ...arrived, method, turns });
    }
  }
}

/** Who asks, counted against the rate of the tenant, or of the address while there is no valid token. */
async function admit(ctx: Context, route: Route, { rateLimits, verifyToken, heap }: Gates): Promise<Identity> {
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
function limitAddress({ rateLimits }: Gates) {
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
