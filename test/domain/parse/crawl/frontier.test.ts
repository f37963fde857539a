import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../../domain/ids.ts';
import { Frontier } from '../../../../domain/parse/crawl/frontier.ts';
import type { FoundAddress, Outcome } from '../../../../domain/parse/crawl/frontier.ts';
import type { SkipReason } from '../../../../engines/parse/web_crawler/options.ts';
import { ownDatabase } from '../../../support/servers/own-database.ts';

const { database } = await ownDatabase();

const HOME = new URL('https://e.org/');
const A = new URL('https://e.org/a');
const B = new URL('https://e.org/b');
const DONE: Outcome = { state: 'done', reason: null, detail: null, bytes: 10 };

const found = (url: URL, reason: SkipReason | null = null, depth = 1): FoundAddress => ({
  url,
  kind: 'page',
  depth,
  foundOn: HOME.href,
  reason,
  detail: null,
});

const open = (jobId: string): Promise<Frontier> => Frontier.open(database, jobId, () => {});

async function begun(...addresses: readonly FoundAddress[]) {
  const jobId = newId('job');
  const frontier = await open(jobId);
  await frontier.add([found(HOME, null, 0), ...addresses]);
  return { jobId, frontier };
}

async function taken(frontier: Frontier) {
  const row = await frontier.next([]);
  return (row && (await frontier.take(row))) ?? assert.fail('nothing is queued');
}

const countsOf = ({ done, queued, skipped, bytes, requests }: Frontier) => ({ done, queued, skipped, bytes, requests });

/** What a worker that takes over sees is what this one has counted. */
async function assertStored(jobId: string, frontier: Frontier): Promise<void> {
  const reopened = await open(jobId);
  assert.deepEqual(countsOf(reopened), countsOf(frontier));
}

test('pages come in the order of their distance, and not those of busy hosts', async () => {
  const { frontier } = await begun(found(A, null, 2), found(B));
  const home = await taken(frontier);
  assert.equal(home.url, HOME.href);
  await frontier.settle(home, DONE);
  assert.equal((await frontier.next([]))?.url, B.href);
  assert.equal(await frontier.next(['e.org']), null);
});

test('a page that was claimed again can only be finished by the later claim', async () => {
  const { jobId, frontier } = await begun();
  const lost = await taken(frontier);
  const held = await taken(frontier);
  assert.equal(await frontier.take(lost), null);
  await frontier.settle(lost, { ...DONE, found: [found(A)] });
  assert.deepEqual(countsOf(frontier), { done: 0, queued: 1, skipped: 0, bytes: 0, requests: 2 });
  assert.equal(frontier.isDecided(A, false), false);
  await frontier.settle(held, { ...DONE, found: [found(B)] });
  await frontier.settle(held, DONE);
  assert.deepEqual(countsOf(frontier), { done: 1, queued: 1, skipped: 0, bytes: 10, requests: 2 });
  await assertStored(jobId, frontier);
});

test('a queued address to which another one leads is not visited', async () => {
  const { jobId, frontier } = await begun(found(A), found(B));
  const home = await taken(frontier);
  await frontier.settle(home, { ...DONE, alias: A });
  assert.equal((await frontier.next([]))?.url, B.href);
  assert.deepEqual(countsOf(frontier), { done: 1, queued: 1, skipped: 0, bytes: 10, requests: 1 });
  assert.equal(frontier.finishedAs(A, { ...home, id: 'other' }), HOME.href);
  await assertStored(jobId, frontier);
  assert.equal((await open(jobId)).finishedAs(A, { ...home, id: 'other' }), HOME.href);
});

test('an address to which a page leads, and that nobody has found yet, is known from then on', async () => {
  const { jobId, frontier } = await begun();
  await frontier.settle(await taken(frontier), { ...DONE, alias: A, found: [found(B)] });
  assert.equal(frontier.isDecided(A, false), true);
  await frontier.add([found(A)]);
  assert.equal((await frontier.next([]))?.url, B.href);
  await assertStored(jobId, frontier);
});

test('an address behind nofollow alone is visited when a link may be followed, once', async () => {
  const { jobId, frontier } = await begun(found(A, 'nofollow'), found(B, 'robots'));
  assert.deepEqual([frontier.isDecided(A, true), frontier.isDecided(A, false)], [true, false]);
  assert.equal(frontier.isDecided(B, false), true);
  await frontier.add([found(A), found(B)]);
  assert.deepEqual(countsOf(frontier), { done: 0, queued: 2, skipped: 1, bytes: 0, requests: 0 });
  await frontier.add([found(A)]);
  assert.deepEqual(countsOf(frontier), { done: 0, queued: 2, skipped: 1, bytes: 0, requests: 0 });
  await assertStored(jobId, frontier);
});

test('a postponed page waits for its time', async () => {
  const { frontier } = await begun();
  const home = await taken(frontier);
  const later = new Date(Date.now() + 3_600_000);
  await frontier.postpone(home, later);
  assert.equal(await frontier.next([]), null);
  assert.equal(await frontier.nextRetryAt(), later.getTime());
});

test('closing skips what is queued on a host, and nothing else', async () => {
  const other = new URL('https://other.org/');
  const { jobId, frontier } = await begun(found(other));
  await frontier.close({ host: 'e.org' }, 'host_unreachable', 'It does not answer.');
  assert.equal((await frontier.next([]))?.url, other.href);
  assert.deepEqual(countsOf(frontier), { done: 0, queued: 1, skipped: 1, bytes: 0, requests: 0 });
  await assertStored(jobId, frontier);
});

test('the state of one job is not another’s', async () => {
  const { frontier } = await begun();
  const second = await begun(found(A));
  await frontier.close({}, 'time_limit', 'The time is over.');
  assert.deepEqual(countsOf(await open(second.jobId)), { done: 0, queued: 2, skipped: 0, bytes: 0, requests: 0 });
});
