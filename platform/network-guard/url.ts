import { refused } from './failures.ts';

/**
 * Parses a URL, relative to `base`, and checks its scheme. Host names are checked on connecting, as the URL parser
 * spells them.
 */
export function checkedUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url === null) throw refused('invalid_url', 'The address is not a valid URL.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('scheme', 'Only http and https are read.');
  if (url.username !== '' || url.password !== '') throw refused('invalid_url', 'The address contains a user name.');
  return url;
}
