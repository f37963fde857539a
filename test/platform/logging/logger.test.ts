import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../../errors/index.ts';
import { createLogger } from '../../../platform/logging/logger.ts';
import type { Logger } from '../../../platform/logging/logger.ts';

function written(write: (logger: Logger) => void): { text: string; line: Record<string, unknown> } {
  let text = '';
  write(createLogger('info', 'unit', { write: (chunk) => void (text += chunk) }));
  const line: unknown = JSON.parse(text);
  assert.ok(typeof line === 'object' && line !== null);
  return { text, line: { ...line } };
}

test('writes one JSON line with name, level and time', () => {
  const { text, line } = written((logger) => logger.info({ job_id: 'job_1' }, 'started'));
  assert.equal(text.split('\n').length, 2);
  assert.partialDeepStrictEqual(line, { name: 'unit', level: 'info', job_id: 'job_1', msg: 'started' });
  assert.match(String(line['time']), /^\d{4}-.*Z$/);
});

test('redacts secrets by the name of their member', () => {
  const { text } = written((logger) =>
    logger.info({
      token: 'hush-1',
      headers: { authorization: 'Bearer hush-2', 'set-cookie': ['hush-3'] },
      request: { headers: { cookie: 'hush-4' } },
      objects: { secretAccessKey: 'hush-5' },
    }),
  );
  assert.doesNotMatch(text, /hush/);
  assert.equal(text.match(/\[redacted\]/g)?.length, 5);
});

test('writes an error with its causes, without properties added by clients and without secrets in its text', () => {
  const cause = Object.assign(new Error('GET https://ann:hush@store/x?X-Amz-Signature=hush&a=1 with Bearer hush'), {
    $response: { headers: { 'x-secret': 'hush' } },
    code: 'ECONNRESET',
  });
  cause.cause = cause;
  const error = new ServiceError('fetch_failed', 'Failed.', { reason: 'connect' }, cause);
  const { text, line } = written((logger) => logger.error(error, 'could not read'));
  assert.doesNotMatch(text, /hush/);
  assert.partialDeepStrictEqual(line, {
    msg: 'could not read',
    err: {
      type: 'ServiceError',
      code: 'fetch_failed',
      details: { reason: 'connect' },
      cause: {
        code: 'ECONNRESET',
        message: 'GET https://[redacted]@store/x?X-Amz-Signature=[redacted]&a=1 with Bearer [redacted]',
      },
    },
  });
});
