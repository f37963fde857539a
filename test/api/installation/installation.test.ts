import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, Connection } from '@temporalio/client';
import { createInstallation } from '../../../api/installation/installation.ts';
import { Metrics } from '../../../api/metrics.ts';
import { openDatabase } from '../../../platform/database/client.ts';
import { freePort } from '../../support/free-port.ts';
import { openObjectStore } from '../../../platform/objects/index.ts';
import { rememberPollers } from '../../../platform/temporal/workers.ts';

test('with every dependency down the metrics say so, and concurrent scrapes share one check', async (t) => {
  const nowhere = `127.0.0.1:${await freePort()}`;
  // Nothing is asked twice: what is due after the connection was closed throws from a timer.
  const connection = Connection.lazy({ address: nowhere, interceptors: [] });
  const namespace = 'default';
  const temporal = { connection, namespace, client: new Client({ connection }), close: () => connection.close() };
  const database = openDatabase(`postgres://nobody@${nowhere}/none`);
  const objects = openObjectStore(
    {
      endpoint: `http://${nowhere}`,
      publicEndpoint: `http://${nowhere}`,
      region: 'here',
      bucket: 'none',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    },
    [],
  );
  t.after(async () => {
    objects.close();
    await Promise.all([database.close(), temporal.close()]);
  });
  const readInstallation = createInstallation({
    config: { disks: { directories: [], minFreeBytes: 0 } },
    temporal,
    hasPoller: rememberPollers(temporal),
    database,
    objects,
  });
  const metrics = new Metrics();
  const [text, again] = await Promise.all([
    metrics.render({ database, readInstallation }),
    metrics.render({ database, readInstallation }),
  ]);
  assert.equal(await readInstallation(), await readInstallation());
  for (const name of ['temporal', 'postgres', 'objects']) {
    assert.match(text, new RegExp(`^tidemill_dependency_up\\{dependency="${name}"\\} 0$`, 'm'));
  }
  assert.doesNotMatch(text, /^tidemill_(jobs_open|queue_\w+)\{/m, 'what is not known is not told');
  assert.match(again, /tidemill_dependency_up/);
});
