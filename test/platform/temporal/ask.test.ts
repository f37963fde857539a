/** A Temporal that has just gone away: what asks it must not ask again when it has closed its connection. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import type { MethodDefinition, sendUnaryData } from '@grpc/grpc-js';
import { askTemporal } from '../../../platform/temporal/ask.ts';

const asked: string[] = [];
const server = new Server();
server.addService(
  { GetSystemInfo: method('GetSystemInfo'), GetClusterInfo: method('GetClusterInfo') },
  {
    GetSystemInfo: (_call: unknown, answer: sendUnaryData<Buffer>) => answer(null, Buffer.alloc(0)),
    GetClusterInfo: (_call: unknown, answer: sendUnaryData<Buffer>) => {
      asked.push('GetClusterInfo');
      answer({ code: status.UNAVAILABLE, details: 'shutting down' });
    },
  },
);
const address = await new Promise<string>((resolve, reject) => {
  server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
    error ? reject(error) : resolve(`127.0.0.1:${port}`),
  );
});
after(() => server.forceShutdown());

test('a failed query is not retried', async () => {
  await assert.rejects(
    askTemporal(address, ({ workflowService }) => workflowService.getClusterInfo({})),
    /shutting down/,
  );
  assert.deepEqual(asked, ['GetClusterInfo']);
});

function method(name: string): MethodDefinition<Buffer, Buffer> {
  const same = (bytes: Buffer): Buffer => bytes;
  return {
    path: `/temporal.api.workflowservice.v1.WorkflowService/${name}`,
    requestStream: false,
    responseStream: false,
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  };
}
