import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { writeRecord } from '../../../domain/jobs/records.ts';
import { openDatabase } from '../../../platform/database/client.ts';
import { newId } from '../../../domain/ids.ts';
import { setting } from '../../support/infrastructure.ts';

const database = openDatabase(setting('DATABASE_URL'));
after(() => database.close());

test('attempts that write the record of a run at once count the job once, and a run that follows counts again', async () => {
  const engine_id = `engine-${randomBytes(4).toString('hex')}`;
  const now = new Date();
  const record = {
    ...{
      id: newId('job'),
      tenantId: 't',
      kind: 'parse',
      state: 'succeeded',
      priority: 5,
      subject: 's',
      runId: 'first',
    },
    ...{ taskQueue: 'jobs', source: 'x', traceparent: '', createdAt: now, finishedAt: now, expiresAt: now, events: [] },
  };
  const write = (runId: string) =>
    writeRecord(database, { ...record, runId }, { engine_id, engine_ms: 2, pages: 3, bytes: 4 });
  const counted = async (): Promise<number> =>
    Number((await database.db.jobTotal.findFirst({ where: { engineId: engine_id } }))?.jobs);

  await Promise.all(Array.from({ length: 6 }, () => write('first')));
  assert.equal(await counted(), 1);
  await Promise.all(Array.from({ length: 6 }, () => write('second')));
  assert.equal(await counted(), 2);
  assert.equal((await database.db.job.findUnique({ where: { id: record.id } }))?.runId, 'second');
});
