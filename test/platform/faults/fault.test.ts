import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Metadata, status } from '@grpc/grpc-js';
import { faultOf } from '../../../platform/faults/fault.ts';

const grpcError = (details: string): Error =>
  Object.assign(new Error(`14 UNAVAILABLE: ${details}`), {
    code: status.UNAVAILABLE,
    details,
    metadata: new Metadata(),
  });

const FULL: Readonly<Record<string, unknown>> = {
  'of the file system': Object.assign(new Error('write'), { code: 'ENOSPC' }),
  'of Postgres, as pg tells it': Object.assign(new Error('could not extend file'), { code: '53100' }),
  'of Postgres, as Prisma tells it': Object.assign(new Error('Database error'), {
    code: 'P2039',
    meta: { driverAdapterError: Object.assign(new Error('x'), { cause: { kind: 'postgres', code: '53100' } }) },
  }),
  'of an object store': Object.assign(new Error('x'), {
    name: 'XMinioStorageFull',
    $metadata: { httpStatusCode: 507 },
  }),
  'of Temporal': grpcError('UpdateShard operation failed. Error: database or disk is full (13)'),
  'behind another error': new Error('it failed', { cause: Object.assign(new Error('write'), { code: 'EDQUOT' }) }),
};

for (const [whose, error] of Object.entries(FULL)) {
  test(`a full disk ${whose} is recognized`, () => assert.equal(faultOf(error), 'full'));
}

test('other errors are not taken for a full disk', () => {
  const others = [null, 'disk is full', new Error('disk is full'), grpcError('connection refused')];
  for (const error of others) assert.notEqual(faultOf(error), 'full', String(error));
});
