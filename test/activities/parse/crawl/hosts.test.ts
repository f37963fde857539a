import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hosts, MAX_CRAWL_DELAY_MS } from '../../../../activities/parse/crawl/hosts.ts';
import { keepRobots } from '../../../../domain/parse/crawl/hosts.ts';
import { newId } from '../../../../domain/ids.ts';
import { ownDatabase } from '../../../support/servers/own-database.ts';

const { database } = await ownDatabase();
const unfetched = (): never => assert.fail('robots.txt is kept, and not fetched');

const PAGE = new URL('https://e.org/page');
const SECOND = new URL('https://e.org/second');
const OTHER = new URL('https://other.org/');

/** Of a crawl whose robots.txt files have this text. */
async function hostsWith(robots: string, jobId = newId('job')): Promise<Hosts> {
  for (const { origin } of [PAGE, OTHER]) await keepRobots(database, jobId, origin, robots);
  return new Hosts(database, unfetched, { jobId, respectsRobots: true, signal: new AbortController().signal });
}

test('a host is given up after eight connection failures in a row; a response starts the count anew', async () => {
  const hosts = await hostsWith('');
  const failing = (times: number): boolean[] => Array.from({ length: times }, () => hosts.isDead(PAGE));
  assert.ok(failing(7).every((isDead) => !isDead));
  hosts.answered(PAGE, 0);
  assert.deepEqual(failing(8), [...Array.from({ length: 7 }, () => false), true]);
  assert.equal(hosts.isDead(OTHER), false);
});

test('one visit at a time may use a host, also when it fails', async () => {
  const hosts = await hostsWith('');
  await hosts.visit(PAGE, async () => assert.deepEqual(hosts.unready(), ['e.org']));
  assert.deepEqual(hosts.unready(), []);
  await assert.rejects(
    hosts.visit(SECOND, () => Promise.reject(new Error('cut off'))),
    /cut off/,
  );
  assert.deepEqual(hosts.unready(), []);
});

test('a host rests for its crawl delay, at most half a minute', async () => {
  const hosts = await hostsWith('User-agent: *\nCrawl-delay: 3600');
  await hosts.rules(PAGE);
  const before = Date.now();
  hosts.answered(PAGE, 0);
  const rest = (hosts.nextReadyAt() ?? 0) - before;
  assert.ok(rest >= MAX_CRAWL_DELAY_MS && rest < 2 * MAX_CRAWL_DELAY_MS, String(rest));
  assert.deepEqual(hosts.unready(), ['e.org']);
});

test('another worker respects the pause that a host asked for', async () => {
  const jobId = newId('job');
  const hosts = await hostsWith('', jobId);
  const notBefore = await hosts.pause(PAGE, 60_000);
  const taken = await hostsWith('', jobId);
  await taken.rules(SECOND);
  assert.equal(taken.nextReadyAt(), notBefore.getTime());
});
