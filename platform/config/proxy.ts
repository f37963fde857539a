/** Settings of the proxy for outbound requests, under the names that other programs read. */
import type { SettingsReader } from './reader.ts';

export interface ProxyConfig {
  /** Address of the proxy for `http:`; empty: none. */
  readonly httpProxy: string;
  /** For `https:`; empty: that for `http:`. */
  readonly httpsProxy: string;
  /** Host names, with all below them, and addresses that are reached without it, separated by commas; `*` is all of them. */
  readonly noProxy: string;
}

/** `null`: requests go out by themselves. */
export function readProxy({ env, problems }: SettingsReader): ProxyConfig | null {
  const given = (name: string): string => (env[name] ?? env[name.toLowerCase()])?.trim() ?? '';
  const address = (name: string): string => {
    const value = given(name);
    if (value !== '' && !/^https?:$/.test(URL.parse(value)?.protocol ?? '')) {
      problems.push(`${name} is no http or https address. Fix: give one, such as http://proxy.example.com:3128.`);
    }
    return value;
  };
  const proxy = { httpProxy: address('HTTP_PROXY'), httpsProxy: address('HTTPS_PROXY'), noProxy: given('NO_PROXY') };
  return proxy.httpProxy === '' && proxy.httpsProxy === '' ? null : proxy;
}
