import type { ConnectionOptions } from '@temporalio/client';
import type { TemporalConfig } from '../config/temporal.ts';

/** Connection options for Temporal, shared by clients and workers. */
export function connectionOptions({ address, tls, apiKey }: TemporalConfig) {
  return {
    address,
    tls: tls && {
      ...(tls.serverName !== null && { serverNameOverride: tls.serverName }),
      ...(tls.serverCa !== null && { serverRootCACertificate: Buffer.from(tls.serverCa) }),
      ...(tls.client && {
        clientCertPair: { crt: Buffer.from(tls.client.certificate), key: Buffer.from(tls.client.key) },
      }),
    },
    ...(apiKey !== null && { apiKey }),
  } satisfies ConnectionOptions;
}
