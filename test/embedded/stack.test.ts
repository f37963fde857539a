import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Connection, WorkflowClient } from '@temporalio/client';
import { TypedSearchAttributes, defineSearchAttributeKey } from '@temporalio/common';
import { Client } from 'pg';
import { obtainDocumentAi } from '../../embedded/setup/document-ai.ts';
import { SetupError } from '../../platform/setup-error.ts';
import { startInfrastructure } from '../../embedded/stack.ts';
import type { Infrastructure } from '../../embedded/stack.ts';
import { obtainTool, TEMPORAL } from '../../embedded/setup/tools.ts';
import { testOnSmallDisk } from '../support/service/small-disk.ts';

function s3Of({ env }: Infrastructure): S3Client {
  return new S3Client({
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY },
  });
}

async function withDatabase<T>({ env }: Infrastructure, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function withTemporal<T>({ env }: Infrastructure, use: (client: WorkflowClient) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address: env.TEMPORAL_ADDRESS });
  try {
    return await use(new WorkflowClient({ connection, namespace: env.TEMPORAL_NAMESPACE }));
  } finally {
    await connection.close();
  }
}

test('a second start on other ports finds the data of the first', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'tidemill-'));
  const first = await startInfrastructure({ home });
  t.after(first.stop);
  const Key = 'kept';
  await withDatabase(first, (client) => client.query('CREATE TABLE kept AS SELECT 42 AS answer'));
  await s3Of(first).send(new PutObjectCommand({ Bucket: first.env.S3_BUCKET, Key, Body: 'bytes' }));
  await withTemporal(first, (client) =>
    client.start('anything', {
      workflowId: 'kept',
      taskQueue: 'nobody',
      typedSearchAttributes: new TypedSearchAttributes([
        { key: defineSearchAttributeKey('JobKind', 'KEYWORD'), value: 'parse' },
      ]),
    }),
  );
  await first.stop();
  assert.equal(statSync(join(home, 'secrets.json')).mode & 0o777, 0o600);

  const second = await startInfrastructure({ home });
  t.after(() => second.stop().then(() => rmSync(home, { recursive: true })));
  assert.notEqual(second.env.DATABASE_URL, first.env.DATABASE_URL);
  assert.equal(second.env.DEV_AUTH_SECRET, first.env.DEV_AUTH_SECRET);
  const { rows } = await withDatabase(second, (client) => client.query('SELECT answer FROM kept'));
  assert.deepEqual(rows, [{ answer: 42 }]);
  const object = await s3Of(second).send(new GetObjectCommand({ Bucket: second.env.S3_BUCKET, Key }));
  assert.equal(await object.Body?.transformToString(), 'bytes');
  const { status } = await withTemporal(second, (client) => client.getHandle('kept').describe());
  assert.equal(status.name, 'RUNNING');
});

testOnSmallDisk('a disk that is too small is named with its figures, before anything is written', 64, async (disk) => {
  const wanted = /needs \d+ MB of disk space in .*tidemill-disk.*, which has 67 MB free\. Fix: .*/;
  const isNamed = (error: unknown) => error instanceof SetupError && wanted.test(error.message);
  await assert.rejects(startInfrastructure({ home: join(disk, 'home') }), isNamed);
  await assert.rejects(
    obtainDocumentAi(join(disk, 'document-ai'), () => assert.fail('it began')),
    isNamed,
  );
  await assert.rejects(
    obtainTool({ ...TEMPORAL, executable: 'no-such-program' }, join(disk, 'tools'), {}, () => assert.fail('it began')),
    isNamed,
  );
  assert.deepEqual(readdirSync(disk), []);
});
