import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { TestContext } from 'node:test';
import { ServiceError } from '../../errors/index.ts';
import { createProcessPool } from '../../platform/process-pool/index.ts';
import type { PoolRunOptions, ProcessPool, ProcessPoolOptions } from '../../platform/process-pool/index.ts';
import { bytesInput } from '../../platform/process-pool/pooled-process.ts';
import type { Act, ActCalls, Answer } from '../fixtures/process-pool/converter.ts';
import { PATIENCE_MS } from '../support/patience.ts';

type Pool = ProcessPool<ActCalls>;
type Options = PoolRunOptions<number, string>;

const script = new URL('../fixtures/process-pool/converter.ts', import.meta.url);
const NOUNS = { work: 'document', process: 'converter' };
const MINUTE = 60_000;

function openPool(t: TestContext, options: Partial<ProcessPoolOptions> = {}): Pool {
  const pool: Pool = createProcessPool({ script, size: 1, memoryMb: 300, nouns: NOUNS, ...options });
  t.after(() => pool.close());
  return pool;
}

interface Call {
  readonly bytes?: Uint8Array;
  readonly inputs?: Options['inputs'];
  readonly onOutput?: Options['onOutput'];
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly budgetMs?: () => number;
  readonly key?: string;
  readonly onTaken?: () => void;
  readonly onProgress?: (n: number) => void;
}

function run(pool: Pool, act: Act, call: Call = {}): Promise<Answer> {
  const { bytes = new Uint8Array(), signal = new AbortController().signal, timeoutMs = MINUTE, onProgress } = call;
  const { budgetMs = () => MINUTE, key = 'a', onTaken } = call;
  const { inputs = [bytesInput(bytes)], onOutput } = call;
  const heard = { ...(onProgress && { onProgress }), ...(onTaken && { onTaken }), ...(onOutput && { onOutput }) };
  return pool.run('act', act, { inputs, signal, timeoutMs, budgetMs, key, isUnderWay: false, ...heard });
}

async function pidOf(pool: Pool): Promise<number> {
  return (await run(pool, 'who')).pid;
}

async function failure(promise: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await promise.then(
    () => assert.fail('should have failed'),
    (error: unknown) => error,
  );
  assert.ok(error instanceof ServiceError, String(error));
  return error;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('runs in another process, which stays warm', async (t) => {
  const pool = openPool(t);
  const bytes = new Uint8Array(5_000_000);
  const answer = await run(pool, 'who', { bytes });
  assert.equal(answer.value, bytes.length);
  assert.notEqual(answer.pid, process.pid);
  assert.equal(await pidOf(pool), answer.pid);
});

test('bytes pass through the channel unchanged and in order, without a whole copy in this process', async (t) => {
  const pool = openPool(t);
  const bytes = randomBytes(20_000_000);
  const chunks = Array.from({ length: 20 }, (_chunk, index) => bytes.subarray(index * 1e6, (index + 1) * 1e6));
  const delivered: [name: string, bytes: number, isSame: boolean][] = [];
  let longest = 0;
  const call = {
    inputs: [{ bytes: bytes.length, open: async () => Readable.from(chunks) }],
    onOutput: async (name: string, content: Readable, announced: number) => {
      const parts: Buffer[] = [];
      for await (const part of content) {
        parts.push(part);
        longest = Math.max(longest, part.length);
      }
      delivered.push([name, announced, Buffer.concat(parts).equals(bytes)]);
    },
  };
  assert.equal((await run(pool, 'deliver', call)).value, bytes.length);
  assert.equal((await run(pool, 'deliver', call)).value, bytes.length);
  const outputs = ['first', 'second', 'first', 'second'].map((name) => [name, bytes.length, true]);
  assert.deepEqual(delivered, outputs);
  assert.ok(longest < 1_000_000, `${longest} bytes at once`);
  assert.equal((await run(pool, 'deliver', { bytes })).value, bytes.length, 'what nobody takes is passed over');
});

test('an input or output that fails ends the request with its reason and does not affect the next one', async (t) => {
  const pool = openPool(t);
  const bytes = randomBytes(5_000_000);
  async function* breaking(): AsyncGenerator<Buffer> {
    yield bytes.subarray(0, 100_000);
    throw new Error('the store is away');
  }
  const broken = [{ bytes: bytes.length, open: async () => Readable.from(breaking()) }];
  await assert.rejects(run(pool, 'who', { inputs: broken }), { message: 'the store is away' });
  const short = [{ ...bytesInput(bytes), bytes: bytes.length + 1 }];
  await assert.rejects(run(pool, 'who', { inputs: short }), /not \d+ bytes long/);
  const absent = [{ bytes: 1, open: () => Promise.reject(new ServiceError('not_found', 'It is gone.')) }];
  assert.equal((await failure(run(pool, 'who', { inputs: absent }))).code, 'not_found');
  const refusing = { bytes, onOutput: () => Promise.reject(new Error('the disk is full')) };
  await assert.rejects(run(pool, 'deliver', refusing), { message: 'the disk is full' });
  const enough = new AbortController();
  const endless = [{ bytes: 10, open: async () => new Readable({ read: () => enough.abort(new Error('enough')) }) }];
  await assert.rejects(run(pool, 'who', { inputs: endless, signal: enough.signal }), { message: 'enough' });
  assert.equal((await run(pool, 'who', { bytes })).value, bytes.length);
});

test('a process that dies during a transfer fails its request like any other', async (t) => {
  const pool = openPool(t);
  const pid = await pidOf(pool);
  const bytes = randomBytes(5_000_000);
  const dying = run(pool, 'deliver', {
    bytes,
    onOutput: async (_name, content) => {
      process.kill(pid, 'SIGKILL');
      await finished(content.resume());
    },
  });
  assert.equal((await failure(dying)).code, 'corrupt');
  assert.equal((await run(pool, 'who', { bytes })).value, bytes.length);
});

test('reports progress in order, before the answer', async (t) => {
  const pool = openPool(t);
  const seen: number[] = [];
  const answer = await run(pool, 'steps', { onProgress: (n) => seen.push(n) });
  assert.equal(answer.value, 'done');
  assert.deepEqual(seen, [1, 2, 3]);
});

test('inherits no environment', async (t) => {
  process.env['SECRET_OF_THE_SERVICE'] = 'hush';
  after(() => delete process.env['SECRET_OF_THE_SERVICE']);
  const { value } = await run(openPool(t), 'environment');
  assert.ok(typeof value === 'object' && value !== null);
  assert.deepEqual(
    Object.keys(value).filter((name) => !name.startsWith('NODE_CHANNEL_')),
    ['TZ'],
  );
});

test('runs as many requests as there are processes; the others wait', async (t) => {
  const pool = openPool(t, { size: 2 });
  const [first, second] = [new AbortController(), new AbortController()];
  const started = [first, second].map(
    ({ signal }) =>
      new Promise<void>((resolve) => {
        void run(pool, 'wait', { signal, onProgress: () => resolve() }).catch(() => {});
      }),
  );
  await Promise.all(started);

  const order: number[] = [];
  const waiting = [1, 2, 3].map(async (n) => {
    await run(pool, 'who');
    order.push(n);
  });
  first.abort();
  await Promise.all(waiting);
  assert.deepEqual(order, [1, 2, 3]);
  second.abort();
});

test('a key that holds all processes does not delay another key’s first request', async (t) => {
  const pool = openPool(t, { size: 2, reserve: 1 });
  const enough = new AbortController();
  const { signal } = enough;
  const begun = [0, 1].map(
    () =>
      new Promise<void>((resolve) => {
        void run(pool, 'wait', { signal, onProgress: () => resolve() }).catch(() => {});
      }),
  );
  await Promise.all(begun);
  const waiting = [0, 1, 2].map(() => run(pool, 'wait', { signal }).catch(() => {}));
  assert.partialDeepStrictEqual(pool.load(), { size: 2, busy: 2, waiting: 3, ended: 0 });

  const first = await run(pool, 'who', { key: 'b' });
  assert.equal((await run(pool, 'who', { key: 'b' })).pid, first.pid, 'the process in reserve stays');
  let taken = 0;
  const others = ['c', 'd', 'c'].map((key) => run(pool, 'who', { key, onTaken: () => taken++ }));
  await Promise.all(others);
  assert.equal(taken, 3);
  assert.partialDeepStrictEqual(pool.load(), { size: 2, busy: 2, waiting: 3, ended: 0 });
  enough.abort();
  await Promise.all(waiting);
});

test('converters run at low priority, except the one in reserve', async (t) => {
  const pool = openPool(t, { reserve: 1 });
  const enough = new AbortController();
  const others = new Promise<void>((resolve) => {
    void run(pool, 'wait', { signal: enough.signal, onProgress: () => resolve() }).catch(() => {});
  });
  await others;
  assert.equal(getPriority((await run(pool, 'who', { key: 'b' })).pid), getPriority());
  enough.abort();
  assert.equal(getPriority(await pidOf(pool)), Math.min(getPriority() + 10, 19));
});

test('a ServiceError of the handler is passed on unchanged, and the process continues', async (t) => {
  const pool = openPool(t);
  const pid = await pidOf(pool);
  const error = await failure(run(pool, 'refuse'));
  assert.equal(error.code, 'encrypted');
  assert.equal(error.message, 'Locked.');
  assert.deepEqual(error.details, { page: 3 });
  assert.equal(error.retryable, true);
  assert.equal(await pidOf(pool), pid);
});

test('an unexpected error is reported as corrupt without its message, and the process is replaced', async (t) => {
  const pool = openPool(t);
  const pid = await pidOf(pool);
  const error = await failure(run(pool, 'throw'));
  assert.equal(error.code, 'corrupt');
  assert.ok(error.cause instanceof Error);
  assert.match(error.cause.message, /TypeError/);
  assert.match(error.cause.stack ?? '', /converter\.ts:\d+/);
  assert.doesNotMatch(`${error.message} ${error.cause.stack}`, /text of the document/);
  assert.notEqual(await pidOf(pool), pid);
});

for (const act of ['crash', 'abort'] as const) {
  test(`${act} in a converter fails only its own request`, async (t) => {
    const pool = openPool(t, { size: 2 });
    const controller = new AbortController();
    const other = run(pool, 'wait', { signal: controller.signal });
    assert.equal((await failure(run(pool, act))).code, 'corrupt');
    assert.ok(await pidOf(pool));
    controller.abort(new Error('enough'));
    await assert.rejects(other, { message: 'enough' });
  });
}

for (const act of ['heap', 'native'] as const) {
  test(`too much ${act} memory is reported as too_large`, async (t) => {
    const pool = openPool(t, { memoryMb: 200 });
    const pid = await pidOf(pool);
    const error = await failure(run(pool, act));
    assert.equal(error.code, 'too_large');
    assert.deepEqual(error.details, { limit_memory_mb: 200 });
    assert.equal(isAlive(pid), false);
    assert.ok(await pidOf(pool));
  });
}

test('a heap that overflows between two memory checks is reported as too_large', async (t) => {
  assert.equal((await failure(run(openPool(t), 'overflow'))).code, 'too_large');
});

for (const { act, code, retryable, what } of [
  { act: 'swell', code: 'too_large', retryable: false, what: 'with much memory ran out of it' },
  { act: 'spin', code: 'corrupt', retryable: true, what: 'with little memory can do it again' },
] as const) {
  test(`a killed process ${what}`, async (t) => {
    const pool = openPool(t);
    const pid = await pidOf(pool);
    let isBusy = false;
    const killed = run(pool, act, {
      onProgress: () => (isBusy = true),
      // Called after each look at its memory.
      budgetMs: () => {
        if (isBusy && isAlive(pid)) process.kill(pid, 'SIGKILL');
        return MINUTE;
      },
    });
    const error = await failure(killed);
    assert.deepEqual([error.code, error.retryable], [code, retryable]);
    assert.ok(await pidOf(pool));
  });
}

test('errors use the words that a pool gives for its work and its processes', async (t) => {
  const pool = openPool(t, { nouns: { work: 'case', process: 'measuring process' } });
  const failures: readonly (readonly [Act, Call, string])[] = [
    ['throw', {}, 'The case made the measuring process fail.'],
    ['crash', {}, 'The case made the measuring process exit.'],
    ['overflow', {}, 'The case needs more memory than the 300 MB that a measuring process may use.'],
    ['spin', { budgetMs: () => 100 }, 'The case takes more than the 0.1 s of processor time that it may use.'],
  ];
  for (const [act, call, message] of failures) {
    assert.equal((await failure(run(pool, act, call))).message, message);
  }
});

test('a request that takes too long is killed with its process, even if it blocks', async (t) => {
  const pool = openPool(t);
  const pid = await pidOf(pool);
  const error = await failure(run(pool, 'spin', { timeoutMs: 100 }));
  assert.equal(error.code, 'timeout');
  assert.deepEqual(error.details, { limit_seconds: 0.1 });
  assert.equal(isAlive(pid), false);
  assert.ok(await pidOf(pool));
});

test('a request that exhausts its CPU budget is killed with its process and reported as too_complex', async (t) => {
  const pool = openPool(t);
  const pid = await pidOf(pool);
  const error = await failure(run(pool, 'spin', { budgetMs: () => 100 }));
  assert.equal(error.code, 'too_complex');
  assert.equal(error.retryable, false);
  assert.deepEqual(error.details, { limit_processor_seconds: 0.1 });
  assert.ok(pool.load().budgetUsed > 1);
  assert.equal(isAlive(pid), false);
  assert.ok(await pidOf(pool));
});

test('a budget that grows with progress lets the work finish, and waiting uses none of it', async (t) => {
  const pool = openPool(t);
  let budget = 0;
  const grown = run(pool, 'burn', { budgetMs: () => (budget += 200) });
  assert.equal((await grown).value, 'burnt');

  const controller = new AbortController();
  let looks = 0;
  const idle = run(pool, 'wait', {
    signal: controller.signal,
    budgetMs: () => {
      if (++looks === 20) controller.abort(new Error('enough'));
      return 500;
    },
  });
  await assert.rejects(idle, { message: 'enough' });
});

test('an abort reaches the handler, which may keep its process; its late progress is ignored', async (t) => {
  const pool = openPool(t);
  const pid = await pidOf(pool);
  const controller = new AbortController();
  const seen: number[] = [];
  const onProgress = (n: number): void => {
    seen.push(n);
    controller.abort(new Error('enough'));
  };
  await assert.rejects(run(pool, 'wait', { signal: controller.signal, onProgress }), { message: 'enough' });
  assert.equal(await pidOf(pool), pid);
  assert.deepEqual(seen, [0]);
});

test('an abort kills a handler that ignores it', async (t) => {
  const pool = openPool(t);
  const pid = await pidOf(pool);
  const controller = new AbortController();
  const spinning = run(pool, 'spin', {
    signal: controller.signal,
    onProgress: () => controller.abort(new Error('enough')),
  });
  await assert.rejects(spinning, { message: 'enough' });
  assert.notEqual(await pidOf(pool), pid);
  assert.equal(isAlive(pid), false);
});

test('an aborted request leaves the queue or never enters it', async (t) => {
  const pool = openPool(t);
  const [busy, queued] = [new AbortController(), new AbortController()];
  const running = run(pool, 'wait', { signal: busy.signal });
  const waiting = run(pool, 'crash', { signal: queued.signal });
  const last = run(pool, 'who');
  queued.abort(new Error('enough'));
  await assert.rejects(waiting, { message: 'enough' });
  await assert.rejects(run(pool, 'crash', { signal: queued.signal }), { message: 'enough' });
  busy.abort(new Error('go on'));
  await assert.rejects(running, { message: 'go on' });
  assert.ok((await last).pid);
});

test('a process is replaced after its limit of requests, or when it retains half of its memory', async (t) => {
  const counted = openPool(t, { requestsPerProcess: 2 });
  const pids = [await pidOf(counted), await pidOf(counted), await pidOf(counted)];
  assert.equal(pids[0], pids[1]);
  assert.notEqual(pids[1], pids[2]);

  const weighed = openPool(t, { memoryMb: 300 });
  const { pid } = await run(weighed, 'keep');
  assert.notEqual(await pidOf(weighed), pid);
});

for (const [act, what] of [
  ['read', 'read the environment of its parent'],
  ['write', 'write files'],
  ['start', 'start programs'],
] as const) {
  test(`a converter may not ${what}`, async (t) => {
    const error = await failure(run(openPool(t), act));
    assert.ok(error.cause instanceof Error);
    assert.match(error.cause.stack ?? '', /converter\.ts/);
    assert.equal(existsSync('/tmp/written-by-a-converter'), false);
  });
}

test('loads what it may load through a link to its folder', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'addons-'));
  t.after(() => rm(folder, { recursive: true }));
  const [actual, link] = [join(folder, 'actual'), join(folder, 'link')];
  await mkdir(actual);
  await symlink(actual, link);
  await writeFile(join(actual, 'module.mjs'), 'export default 1861;');
  const bytes = Buffer.from(join(link, 'module.mjs'));
  assert.equal((await run(openPool(t, { addons: link }), 'load', { bytes })).value, 1861);
});

test('a result that cannot be cloned is the handler’s failure', async (t) => {
  assert.equal((await failure(run(openPool(t), 'uncopyable'))).code, 'corrupt');
});

test('a script that cannot start fails each request with its reason, and is not restarted forever', async (t) => {
  const broken = openPool(t, { script: new URL('broken.ts', script), size: 2 });
  const runs = [run(broken, 'who'), run(broken, 'who'), run(broken, 'who')];
  for (const promise of runs) {
    // oxlint-disable-next-line no-loop-func
    await assert.rejects(promise, (error: unknown) => {
      assert.ok(error instanceof Error && !(error instanceof ServiceError));
      assert.match(error.message, /did not start \(exit code 1\)[^]*this converter is not installed/);
      return true;
    });
  }
});

test('closing rejects running and waiting requests and leaves no process', { timeout: PATIENCE_MS }, async (t) => {
  const pool = openPool(t);
  const pid = await pidOf(pool);
  const running = run(pool, 'spin');
  const waiting = run(pool, 'who');
  const closed = { message: 'The process pool is closed.' };
  const rejected = Promise.all([assert.rejects(running, closed), assert.rejects(waiting, closed)]);
  await pool.close();
  await rejected;
  assert.equal(isAlive(pid), false);
  // The handle of a process that has ended is released a few turns later; that of a new one would stay.
  while (process.getActiveResourcesInfo().includes('ProcessWrap'))
    await new Promise((resolve) => setImmediate(resolve));
  await assert.rejects(run(pool, 'who'), closed);
});

test('a busy converter ends when its parent is killed', { timeout: PATIENCE_MS }, async () => {
  const parent = fork(new URL('../fixtures/process-pool/parent.ts', import.meta.url));
  const [pid]: unknown[] = await once(parent, 'message');
  assert.ok(typeof pid === 'number');
  assert.ok(isAlive(pid));
  parent.kill('SIGKILL');
  await once(parent, 'close');
  while (isAlive(pid)) await new Promise((resolve) => setImmediate(resolve));
});
