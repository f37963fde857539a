/** Connection settings for Temporal, under the variable names of its own CLI. */
import { readFileSync } from 'node:fs';
import type { SettingsReader } from './reader.ts';

/** Certificates and keys are in PEM. */
export interface TemporalTls {
  /** Name in the server's certificate if it differs from the address's host; otherwise `null`. */
  readonly serverName: string | null;
  /** CA certificates that verify the server; `null`: those of the system. */
  readonly serverCa: string | null;
  /** The client certificate; `null` when the server requires none. */
  readonly client: { readonly certificate: string; readonly key: string } | null;
}

export interface TemporalConfig {
  readonly address: string;
  readonly namespace: string;
  /** Address of Temporal's Web UI, for links; `null` without one. */
  readonly uiUrl: string | null;
  /** `null`: the connection is not encrypted. */
  readonly tls: TemporalTls | null;
  readonly apiKey: string | null;
}

export function readTemporal({ env, problems, text }: SettingsReader): TemporalConfig {
  const given = (name: string): string | null => env[name]?.trim() || null;
  const file = (name: string): string | null => {
    const path = given(name);
    return path === null ? null : readPem(name, path, problems);
  };
  const serverName = given('TEMPORAL_TLS_SERVER_NAME');
  const serverCa = file('TEMPORAL_TLS_SERVER_CA_CERT_PATH');
  const certificate = file('TEMPORAL_TLS_CLIENT_CERT_PATH');
  const key = file('TEMPORAL_TLS_CLIENT_KEY_PATH');
  if ((certificate === null) !== (key === null)) {
    problems.push('TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH belong together. Fix: set both.');
  }
  const apiKey = given('TEMPORAL_API_KEY');
  const isImplied = [serverName, serverCa, certificate, apiKey].some((value) => value !== null);
  const switched = given('TEMPORAL_TLS') ?? String(isImplied);
  if (switched !== 'true' && switched !== 'false') {
    problems.push(`TEMPORAL_TLS is "${switched}". Fix: set it to true or false.`);
  }
  const client = certificate !== null && key !== null ? { certificate, key } : null;
  return {
    address: text('TEMPORAL_ADDRESS'),
    namespace: text('TEMPORAL_NAMESPACE', 'default'),
    uiUrl: given('TEMPORAL_UI_URL')?.replace(/(?<!\/)\/+$/, '') ?? null,
    tls: switched === 'true' ? { serverName, serverCa, client } : null,
    apiKey,
  };
}

function readPem(name: string, path: string, problems: string[]): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    problems.push(`${name} is ${path}, which cannot be read. Fix: correct it.`);
    return '';
  }
}
