/** Clients of the object store. */
import { S3Client } from '@aws-sdk/client-s3';
import type { PlatformConfig } from '../config.ts';
import { traceCommands } from './tracing.ts';

export function connect(config: PlatformConfig['objects'], endpoint: string): S3Client {
  const client = new S3Client({
    endpoint,
    region: config.region,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // Stores other than AWS serve a single host name and lack the newer default checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would need a new connection for every body.
    expectContinueHeader: false,
    requestHandler: {
      httpAgent: { maxSockets: 256 },
      httpsAgent: { maxSockets: 256 },
      connectionTimeout: 3000,
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
      socketTimeout: 60_000,
    },
  });
  return traceCommands(client, config.bucket);
}

/** Skips the client's SHA-256 of each part: the caller already hashes the stream as a whole. */
export function unhashed(client: S3Client): S3Client {
  client.middlewareStack.add(
    (next) => (args) => {
      const { request } = args;
      if (typeof request === 'object' && request !== null && 'headers' in request) {
        Object.assign(Object(request.headers), { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' });
      }
      return next(args);
    },
    { step: 'build', name: 'unhashedPayload' },
  );
  return client;
}
