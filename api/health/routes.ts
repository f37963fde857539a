import packageJson from '../../package.json' with { type: 'json' };
import { defineRoute, reply } from '../contract/route.ts';
import type { Route } from '../contract/route.ts';
import { checkDependencies } from '../installation/checks.ts';
import { HealthResponse } from './schemas.ts';

const live = defineRoute({
  method: 'GET',
  path: '/v1/health/live',
  operationId: 'getLiveness',
  tag: 'Health',
  summary: 'Whether the process responds',
  scope: 'public',
  cost: 'few_rows',
  rateLimited: false,
  responses: { 200: { description: 'It responds.', schema: HealthResponse } },
  handler: async () => reply(200, health('ok', [])),
});

const ready = defineRoute({
  method: 'GET',
  path: '/v1/health/ready',
  operationId: 'getReadiness',
  tag: 'Health',
  summary: 'Whether every dependency responds',
  description:
    'Checks Temporal, Postgres, the object store, the disks of `DISK_DIRECTORIES`, and that every task queue ' +
    'has a worker. Takes at most 3 s.',
  scope: 'health:read',
  cost: 'few_rows',
  responses: {
    200: { description: 'All dependencies respond.', schema: HealthResponse },
    503: { description: 'At least one dependency is unavailable.', schema: HealthResponse },
  },
  handler: async (_request, services) => {
    const checks = await checkDependencies(services);
    const ok = checks.every(({ status }) => status === 'ok');
    return ok ? reply(200, health('ok', checks)) : reply(503, health('unavailable', checks));
  },
});

const metrics = defineRoute({
  method: 'GET',
  path: '/metrics',
  operationId: 'getMetrics',
  tag: 'Observability',
  summary: 'Metrics in the Prometheus text format',
  scope: 'public',
  cost: 'few_rows',
  rateLimited: false,
  responses: { 200: { description: 'The metrics.', contentType: 'text/plain' } },
  handler: async (_request, services) => {
    const { metrics } = services;
    return reply(200, await metrics.render(services), { 'Content-Type': metrics.registry.contentType });
  },
});

function health(status: string, checks: Awaited<ReturnType<typeof checkDependencies>>) {
  return { status, version: packageJson.version, checked_at: new Date().toISOString(), checks };
}

export const healthRoutes: readonly Route[] = [live, ready, metrics];
