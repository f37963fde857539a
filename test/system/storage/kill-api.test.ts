import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { Client as TemporalClient, Connection } from '@temporalio/client';
import type { StorageObject } from '../../../api/storage/schemas.ts';
import { JOBS_TASK_QUEUE } from '../../../domain/manifests/jobs.ts';
import { ownDatabase } from '../../support/servers/own-database.ts';
import { keysIn, openStore } from '../../support/store.ts';
import { openSystem } from '../../support/service/system.ts';
import { complete, download, openUpload, putWhole, sha256 } from '../../support/service/uploads.ts';

const UPLOADS = 200;
const bucket = `kill-${randomBytes(4).toString('hex')}`;
const { url, database } = await ownDatabase();
const system = openSystem({ S3_BUCKET: bucket, DATABASE_URL: url });
const [api, second] = await Promise.all([system.startApi(), system.startApi(), system.startWorker()]);
const store = openStore(bucket);
const connection = await Connection.connect({ address: system.address });
after(async () => {
  store.close();
  await connection.close();
});

test('200 uploads while the API is killed: each completed one is whole, and a sweep leaves no orphan', async () => {
  const client = await api.client();
  const uploads = await Promise.all(
    Array.from({ length: UPLOADS }, async (_, index) => {
      const bytes = randomBytes(20_000);
      const session = await openUpload(client, { filename: `${index}.bin`, size_bytes: bytes.length });
      await putWhole(session, bytes);
      return { session, bytes };
    }),
  );
  const completing = uploads.map(({ session, bytes }) =>
    complete<StorageObject>(client, session.upload_id, { checksum_sha256: sha256(bytes) }).then(
      ({ status }) => status,
      () => null,
    ),
  );
  // Some are done, some in progress, some not started.
  await Promise.any(completing);
  await api.process.kill();
  const answers = await Promise.all(completing);
  assert.ok(answers.includes(200) && answers.includes(null), JSON.stringify(answers));

  const survivor = client.at(second.url);
  const retried = uploads.filter((_, index) => answers[index] === null);
  const abandoned = retried.slice(0, Math.floor(retried.length / 2));
  for (const { session, bytes } of retried.slice(abandoned.length)) {
    const answer = await complete(survivor, session.upload_id, { checksum_sha256: sha256(bytes) });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  }
  // Some of these were committed before the API could respond: they are objects like any other.
  await Promise.all(
    abandoned.map(({ session }) => survivor.send('DELETE', `/v1/storage/uploads/${session.upload_id}`)),
  );
  const temporal = new TemporalClient({ connection, namespace: system.namespace });
  await temporal.workflow.execute('sweepStorage', {
    workflowId: 'sweep',
    taskQueue: JOBS_TASK_QUEUE,
    args: [{ orphan_age_ms: 0 }],
  });

  const versions = await database.db.storageObjectVersion.findMany({
    where: { object: { tenantId: client.tenant } },
    select: { key: true, objectId: true },
  });
  const keys = await keysIn(store, '');
  assert.deepEqual(keys.sort(), versions.map(({ key }) => key).sort());
  assert.ok(versions.length >= UPLOADS - abandoned.length);
  const made = new Set(versions.map(({ objectId }) => objectId));
  for (const { session, bytes } of uploads.filter(({ session }) => made.has(session.object_id))) {
    assert.equal(sha256(await download(survivor, session.object_id)), sha256(bytes));
  }
});
