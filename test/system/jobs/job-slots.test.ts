import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { JobStatusDetail } from '../../../api/jobs/schemas.ts';
import type { Page } from '../../support/servers/page-server.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { openSystem } from '../../support/service/system.ts';
import { temporalWorkflow } from '../../support/service/temporal-cli.ts';
import { until } from '../../support/until.ts';

const page = articlePage('Page', 'It has words.');
/** Requests for pages that are held until the test lets them go. */
const held = new Map<string, ServerResponse>();
const NAMES = ['first', 'second', 'third', 'urgent', 'fifth', 'sixth'];
const pages = await servePages({
  'page.html': page,
  ...Object.fromEntries(
    NAMES.map((name): [string, Page] => [name, (_request, response) => void held.set(name, response)]),
  ),
});
const asked = (name: string) => until(`${name} is asked for`, async () => held.get(name));
const answer = async (name: string): Promise<void> => {
  (await asked(name)).setHeader('Content-Type', 'text/html').end(page);
};
const waits = ({ waiting_on }: JobStatusDetail): boolean => waiting_on?.kind === 'capacity';

const system = openSystem({ MAX_RUNNING_JOBS_PER_TENANT: '1', HEARTBEAT_TIMEOUT_MS: '3000' });
const [api, worker] = await Promise.all([system.startApi(), system.startWorker()]);

test(
  'jobs beyond the limit wait and start one by one, and no slot is lost by cancellation, termination or a dead ' +
    'worker',
  async () => {
    const client = await api.client();
    const submit = (name: string, body = {}) => client.submitOne(pages.url(name), body);
    const first = await submit('first');
    await asked('first');
    const second = await submit('second');
    const status = await client.waitUntil(second, 'waits for the first', waits);
    assert.equal(status.state, 'queued');
    assert.match(status.waiting_on?.message ?? '', /its limit of running jobs \(1\)/);
    const third = await submit('third');
    const urgent = await submit('urgent', { priority: 9 });
    const fifth = await submit('fifth');
    const sixth = await submit('sixth');
    for (const id of [third, urgent, fifth, sixth]) await client.waitUntil(id, 'waits', waits);

    const other = await api.client();
    await other.waitFor(await other.submitOne(pages.url('page.html')), 'succeeded');

    await client.send('POST', `/v1/jobs/${third}/cancel`);
    await client.waitFor(third, 'cancelled');
    await answer('first');
    await client.waitFor(first, 'succeeded');
    await asked('urgent');
    assert.equal((await client.status(second)).state, 'queued');
    await client.send('POST', `/v1/jobs/${urgent}/cancel`);
    await client.waitFor(urgent, 'cancelled');

    await asked('second');
    await temporalWorkflow(system, 'terminate', '--workflow-id', second);
    await asked('fifth');
    await worker.kill();
    held.delete('fifth');
    await system.startWorker();
    await answer('fifth');
    await client.waitFor(fifth, 'succeeded');
    await answer('sixth');
    await client.waitFor(sixth, 'succeeded');
    assert.deepEqual([...held.keys()], ['first', 'urgent', 'second', 'fifth', 'sixth']);
  },
);
