/** Proxy settings for outbound requests, under the conventional variable names. */
import type { ProxyConfig } from '../network-guard/request.ts';
import type { SettingsReader } from './reader.ts';

/** `null`: no proxy. */
export function readProxy({ env, problems }: SettingsReader): ProxyConfig | null {
  const given = (name: string): string => (env[name] ?? env[name.toLowerCase()])?.trim() ?? '';
  const address = (name: string): string => {
    const value = given(name);
    if (value !== '' && !/^https?:$/.test(URL.parse(value)?.protocol ?? '')) {
      problems.push(`${name} is not an http or https address. Fix: give one, such as http://proxy.example.com:3128.`);
    }
    return value;
  };
  const proxy = { httpProxy: address('HTTP_PROXY'), httpsProxy: address('HTTPS_PROXY'), noProxy: given('NO_PROXY') };
  return proxy.httpProxy === '' && proxy.httpsProxy === '' ? null : proxy;
}
