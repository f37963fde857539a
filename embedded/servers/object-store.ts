/** The embedded object store: SeaweedFS. */
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { ChildSpec } from '../supervisor/child.ts';

export const BUCKET = 'tidemill';
export const REGION = 'us-east-1';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The flags for SeaweedFS's ports other than S3's. */
export const INTERNAL_PORTS = [
  's3.port.grpc',
  'master.port',
  'master.port.grpc',
  'volume.port',
  'volume.port.grpc',
  'filer.port',
  'filer.port.grpc',
  'admin.port',
  'admin.port.grpc',
];

/** SeaweedFS with its S3 gateway: one process, one data directory, the service's one bucket. */
export function objectStore(
  executable: string,
  directory: string,
  port: number,
  internalPorts: Readonly<Record<string, number>>,
  credentials: S3Credentials,
): ChildSpec {
  const flags = {
    dir: directory,
    ip: '127.0.0.1',
    'ip.bind': '127.0.0.1',
    's3.port': port,
    ...internalPorts,
    bucket: BUCKET,
    'admin.ui': false,
    webdav: false,
    's3.port.iceberg': 0,
    's3.port.lance': 0,
    'master.telemetry': false,
  };
  return {
    name: 's3',
    command: executable,
    // By default its log files accumulate in the system's temporary directory.
    args: [`-logdir=${directory}`, 'mini', ...Object.entries(flags).map(([name, value]) => `-${name}=${value}`)],
    env: { AWS_ACCESS_KEY_ID: credentials.accessKeyId, AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey },
    isReady: async () => {
      const client = new S3Client({
        endpoint: `http://127.0.0.1:${port}`,
        region: REGION,
        forcePathStyle: true,
        credentials,
        maxAttempts: 1,
      });
      try {
        await client.send(new HeadBucketCommand({ Bucket: BUCKET }), { abortSignal: AbortSignal.timeout(2000) });
        return true;
      } finally {
        client.destroy();
      }
    },
  };
}
