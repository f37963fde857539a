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
  /** Host names, with all below them, and addresses that are reached without it, separated by commas; `*` is all of them. */
  readonly noProxy: string;
}

type Options = Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body' | 'signal'>;

/** Sends a request to a permitted address alone; a refused one rejects with the error of the guard. */
export type GuardedRequest = (url: URL, options: Partial<Options>) => Promise<Dispatcher.ResponseData>;

/**
 * Without a proxy the addresses that were checked are those that are connected to. A proxy is told the name, and resolves it for
 * itself: the name must have permitted addresses here, too, but what it means there is the proxy's to guard. The proxy's own
 * address is trusted.
 */
export function createGuardedRequest(guard: AddressGuard, proxy: ProxyConfig | null = null): GuardedRequest {
  const connectByName = buildConnector({ lookup: guard.lookup, timeout: CONNECT_TIMEOUT_MS });
  const agentOptions: Agent.Options = {
    connect(options, callback) {
      const blocked = guard.obstacle(options.hostname);
      if (blocked) callback(blocked, null);
      else connectByName(options, callback);
    },
    // The caller's own clocks are stricter and exact.
    headersTimeout: 0,
    bodyTimeout: 0,
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

/** `options` are for what is reached without the proxy, too. */
export function createProxyAgent(proxy: ProxyConfig, options: Agent.Options): Dispatcher {
  // Many proxies open tunnels to port 443 only; plain requests are sent to them as they are.
  return new EnvHttpProxyAgent({ ...options, ...proxy, proxyTunnel: false });
}
