import type { S3Client } from '@aws-sdk/client-s3';
import { SpanKind, inSpan } from '../tracing/span.ts';

/**
 * Adds a span for each command of the client, from the first attempt to the response headers. Keys are not recorded.
 */
export function traceCommands(client: S3Client, bucket: string): S3Client {
  client.middlewareStack.add(
    (next, { commandName = 'Command' }) =>
      (args) => {
        const method = commandName.replace(/Command$/, '');
        const attributes = {
          'rpc.system': 'aws-api',
          'rpc.service': 'S3',
          'rpc.method': method,
          'aws.s3.bucket': bucket,
        };
        return inSpan(`S3 ${method}`, { kind: SpanKind.CLIENT, attributes }, () => next(args));
      },
    { step: 'initialize', name: 'traceCommands' },
  );
  return client;
}
