import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { eventStream } from '../../../../api/jobs/events/event-stream.ts';
import type { JobEvent } from '../../../../domain/jobs/model.ts';
import { until } from '../../../support/until.ts';

const event = (sequence: number, message: string): JobEvent => ({
  event_id: `job_a.${sequence}`,
  job_id: 'job_a',
  sequence,
  type: 'job.progress',
  occurred_at: '2026-03-14T09:26:53.589Z',
  message,
  run_id: 'a',
  data: {},
});

for (const [what, message] of [
  ['which waits for its client', 'x'.repeat(100_000)],
  ['which waits for news', 'short'],
] as const) {
  test(`a stream ${what} releases its events when the client disconnects`, async () => {
    let hasEnded = false;
    const stream = eventStream(async function* follow(signal) {
      try {
        yield event(1, message);
        yield event(2, message);
        if (!signal.aborted) await once(signal, 'abort');
      } finally {
        hasEnded = true;
      }
    }, new AbortController().signal);
    await new Promise<void>((resolve) => {
      stream.on('data', (chunk: Buffer) => {
        if (!chunk.includes('id: 1\n')) return;
        stream.pause();
        resolve();
      });
    });
    stream.destroy();
    await until('the events are let go of', async () => hasEnded || undefined);
    assert.ok(stream.destroyed);
  });
}
