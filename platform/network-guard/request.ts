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

/** An HTTP client that connects only to permitted addresses. */
export interface GuardedAgent {
  /**
   * To be awaited for the host of each request; rejects with the guard's error. Without a proxy, the sockets check it.
   */
  readonly admit: (host: string) => Promise<void>;
  readonly dispatcher: Dispatcher;
}

/**
 * Without a proxy, connections go to exactly the addresses that were checked. A proxy receives the name and resolves
 * it itself: the name must also resolve to permitted addresses here, but the proxy must guard its own resolution. The
 * proxy's address is trusted.
 */
export function createGuardedAgent(
  guard: AddressGuard,
  proxy: ProxyConfig | null,
  options: Omit<Agent.Options, 'connect'>,
): GuardedAgent {
  const connectByName = buildConnector({ lookup: guard.lookup, timeout: CONNECT_TIMEOUT_MS });
  const agentOptions: Agent.Options = {
    ...options,
    connect(options, callback) {
      const blocked = guard.obstacle(options.hostname);
      if (blocked) callback(blocked, null);
      else connectByName(options, callback);
    },
  };
  if (proxy === null) return { admit: async () => {}, dispatcher: new Agent(agentOptions) };
  return {
    admit: (host) => guard.admit(host.replaceAll(/[[\]]/g, '')),
    dispatcher: createProxyAgent(proxy, agentOptions),
  };
}

/**
 * Sends requests by a {@link createGuardedAgent}. `silenceMs` is how long the server may send nothing; 0, the default:
 * forever, for callers with stricter timers of their own.
 */
export function createGuardedRequest(
  guard: AddressGuard,
  proxy: ProxyConfig | null = null,
  silenceMs = 0,
): GuardedRequest {
  const { admit, dispatcher } = createGuardedAgent(guard, proxy, { headersTimeout: silenceMs, bodyTimeout: silenceMs });
  return async (url, options) => {
    await admit(url.hostname);
    return request(url, { ...options, dispatcher });
  };
}

/** `options` also apply to connections that bypass the proxy. */
export function createProxyAgent(proxy: ProxyConfig, options: Agent.Options): Dispatcher {
  // Many proxies allow tunnels to port 443 only, so plain HTTP requests are forwarded without a tunnel.
  return new EnvHttpProxyAgent({ ...options, ...proxy, proxyTunnel: false });
}
