import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { applyTemporalConfig } from '../../temporal-config/apply.ts';
import { RETENTION_DAYS, SEARCH_ATTRIBUTE_TYPES } from '../../temporal-config/namespace.ts';
import { setting } from '../support/service/infrastructure.ts';

const SECONDS_PER_DAY = 24 * 60 * 60;
const connection = await Connection.connect({ address: setting('TEMPORAL_ADDRESS') });
after(() => connection.close());
const { workflowService, operatorService } = connection;

const newName = () => `apply-${randomBytes(4).toString('hex')}`;
const days = (count: number) => proto.google.protobuf.Duration.fromObject({ seconds: count * SECONDS_PER_DAY });

async function retentionDays(namespace: string): Promise<number> {
  const { config } = await workflowService.describeNamespace({ namespace });
  return Number(config?.workflowExecutionRetentionTtl?.seconds) / SECONDS_PER_DAY;
}

test('concurrent processes create one usable namespace', async () => {
  const namespace = newName();
  await Promise.all([1, 2, 3].map(() => applyTemporalConfig(connection, namespace)));
  assert.equal(await retentionDays(namespace), RETENTION_DAYS);
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  assert.deepEqual(Object.keys(customAttributes).sort(), Object.keys(SEARCH_ATTRIBUTE_TYPES).sort());
  const { count } = await workflowService.countWorkflowExecutions({ namespace, query: 'TenantId = "a"' });
  assert.equal(Number(count), 0);
});

test('a shorter retention is raised, a longer one is left alone', async () => {
  for (const [before, afterwards] of [
    [1, RETENTION_DAYS],
    [90, 90],
  ] as const) {
    const namespace = newName();
    await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: days(before) });
    await applyTemporalConfig(connection, namespace);
    assert.equal(await retentionDays(namespace), afterwards);
  }
});
