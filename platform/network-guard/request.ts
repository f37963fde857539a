/** The HTTP client of the network guard: it connects only to permitted addresses, directly or through a proxy. */
import { Agent, EnvHttpProxyAgent, buildConnector, request } from 'undici';
import type { Dispatcher } from 'undici';
import type { AddressGuard } from './lookup.ts';

export const CONNECT_TIMEOUT_MS = 10_000;

/** The proxy for outbound requests. */
export interface ProxyConfig {
  /** Address of the proxy for `http:`; empty: none. */
  readonly httpProxy: string;
  /** For `https:`; empty: that for `http:`. */
  readonly httpsProxy: string;
  /** Host names (with their subdomains) and addresses that bypass the proxy, separated by commas; `*` is all. */
  readonly noProxy: string;
}

type Options = Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body' | 'signal'>;

/** Sends a request if the address is permitted; otherwise rejects with the guard's error. */
export type GuardedRequest = (url: URL, options: Partial<Options>) => Promise<Dispatcher.ResponseData>;

/**
 * Without a proxy, connections go to exactly the addresses that were checked. A proxy receives the name and resolves
 * it itself: the name must also resolve to permitted addresses here, but the proxy must guard its own resolution. The
 * proxy's address is trusted. `silenceMs` is how long the server may send nothing; 0, the default: forever, for callers
 * with stricter timers of their own.
 */
export function createGuardedRequest(
  guard: AddressGuard,
  proxy: ProxyConfig | null = null,
  silenceMs = 0,
): GuardedRequest {
  const connectByName = buildConnector({ lookup: guard.lookup, timeout: CONNECT_TIMEOUT_MS });
  const agentOptions: Agent.Options = {
    connect(options, callback) {
      const blocked = guard.obstacle(options.hostname);
      if (blocked) callback(blocked, null);
      else connectByName(options, callback);
    },
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  };
  if (proxy === null) {
    const dispatcher = new Agent(agentOptions);
    return (url, options) => request(url, { ...options, dispatcher });
  }
  const dispatcher = createProxyAgent(proxy, agentOptions);
  return async (url, options) => {
    await guard.admit(url.hostname.replaceAll(/[[\]]/g, ''));
    return request(url, { ...options, dispatcher });
  };
}

/** `options` also apply to connections that bypass the proxy. */
export function createProxyAgent(proxy: ProxyConfig, options: Agent.Options): Dispatcher {
  // Many proxies allow tunnels to port 443 only, so plain HTTP requests are forwarded without a tunnel.
  return new EnvHttpProxyAgent({ ...options, ...proxy, proxyTunnel: false });
}
