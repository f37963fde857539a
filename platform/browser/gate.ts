/**
 * A page's only route to the network: a SOCKS5 proxy (RFC 1928) on loopback that connects to what the network guard
 * permits.
 */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { ServiceError } from '../../errors/index.ts';
import { CONNECT_TIMEOUT_MS } from '../network-guard/request.ts';
import { connectionError } from '../network-guard/failures.ts';
import type { AddressGuard } from '../network-guard/lookup.ts';

const VERSION = 5;
const NO_AUTHENTICATION = 0;
const CONNECT = 1;
const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;
const GRANTED = 0;
const FAILED = 1;
const NOT_ALLOWED = 2;

/** Time limit for the SOCKS handshake. */
const HANDSHAKE_TIMEOUT_MS = 5_000;

export interface Gate {
  /** For a browser's proxy setting: `socks5://127.0.0.1:…`. */
  readonly proxy: string;
  /** Why the last connection to a URL's host and port failed; `null` when it succeeded or none was attempted. */
  failure(url: string): ServiceError | null;
  /** Closes all its connections. */
  close(): void;
}

/**
 * Opens a gate for one page. Every connection of the page (HTTP, TLS, WebSocket) goes through it. The gate resolves
 * names itself, so the address it connects to is the address it checked. `onBytes` is called for each chunk received.
 */
export async function openGate(guard: AddressGuard, onBytes: (count: number) => void): Promise<Gate> {
  const sockets = new Set<Socket>();
  const failures = new Map<string, ServiceError>();
  let isOpen = true;

  const adopt = (socket: Socket): void => {
    sockets.add(socket);
    // Both ends of a tunnel close together, whatever the cause.
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };

  const serve = async (client: Socket): Promise<void> => {
    adopt(client);
    client.setTimeout(HANDSHAKE_TIMEOUT_MS, () => client.destroy());
    const ended = new AbortController();
    client.on('end', () => ended.abort()).on('close', () => ended.abort());
    const { host, port } = await readRequest(client, (count) => take(client, count, ended.signal));
    client.setTimeout(0);
    const target = targetOf(host, port);
    try {
      const upstream = await connectTo(guard, host, port, adopt);
      if (!isOpen) upstream.destroy();
      failures.delete(target);
      client.write(reply(GRANTED));
      upstream.on('data', ({ byteLength }: Buffer) => onBytes(byteLength));
      upstream.pipe(client).pipe(upstream);
      upstream.on('close', () => client.destroy());
      client.on('close', () => upstream.destroy());
    } catch (error) {
      const failure = connectionError(error);
      failures.set(target, failure);
      client.end(reply(failure.details['reason'] === 'blocked_address' ? NOT_ALLOWED : FAILED));
    }
  };

  const server = createServer((client) => {
    serve(client).catch(() => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the gate has no address');

  return {
    proxy: `socks5://127.0.0.1:${address.port}`,
    failure(text) {
      const url = new URL(text);
      const port = Number(url.port) || (/^(https|wss):$/.test(url.protocol) ? 443 : 80);
      return failures.get(targetOf(url.hostname, port)) ?? null;
    },
    close() {
      isOpen = false;
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const targetOf = (host: string, port: number): string => `${withoutBrackets(host).toLowerCase()}:${port}`;
const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

/** Reads the next `count` bytes of a connection. */
type Take = (count: number) => Promise<Buffer>;

/** Rejects any request other than a TCP connect. */
async function readRequest(client: Socket, take: Take): Promise<{ host: string; port: number }> {
  const [version, methods = 0] = await take(2);
  if (version !== VERSION || !(await take(methods)).includes(NO_AUTHENTICATION)) throw new Error('greeting');
  client.write(Uint8Array.of(VERSION, NO_AUTHENTICATION));
  const [again, command, , kind] = await take(4);
  if (again !== VERSION || command !== CONNECT) throw new Error('command');
  const host = await readHost(take, kind);
  return { host, port: (await take(2)).readUInt16BE() };
}

async function readHost(take: Take, kind: number | undefined): Promise<string> {
  switch (kind) {
    case IPV4:
      return [...(await take(4))].join('.');
    case IPV6:
      return (await take(16)).toString('hex').replace(/(.{4})(?!$)/g, '$1:');
    case NAME: {
      const [length = 0] = await take(1);
      // Browsers also send IP addresses as names.
      return withoutBrackets((await take(length)).toString('latin1'));
    }
    default:
      throw new Error('address type');
  }
}

async function take(socket: Socket, count: number, signal: AbortSignal): Promise<Buffer> {
  for (;;) {
    const chunk: unknown = count === 0 ? Buffer.alloc(0) : socket.read(count);
    if (Buffer.isBuffer(chunk) && chunk.byteLength === count) return chunk;
    await once(socket, 'readable', { signal });
  }
}

async function connectTo(
  { lookup, obstacle }: AddressGuard,
  host: string,
  port: number,
  adopt: (socket: Socket) => void,
): Promise<Socket> {
  const blocked = obstacle(host);
  if (blocked) throw blocked;
  const socket = connect({ host, port, lookup, autoSelectFamily: true });
  adopt(socket);
  const timer = setTimeout(() => {
    socket.destroy(
      new ServiceError('timeout', 'The address did not accept a connection in time.', { phase: 'connect' }),
    );
  }, CONNECT_TIMEOUT_MS);
  await once(socket, 'connect').finally(() => clearTimeout(timer));
  return socket;
}

function reply(code: number): Uint8Array {
  return Uint8Array.of(VERSION, code, 0, IPV4, 0, 0, 0, 0, 0, 0);
}
