import { refused } from './failures.ts';

/** Host names are checked when they are connected to, in the spelling that the URL parser gives them. */
export function checkedUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url === null) throw refused('invalid_url', 'The address is not a valid URL.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('scheme', 'Only http and https are read.');
  if (url.username !== '' || url.password !== '') throw refused('invalid_url', 'The address holds a user name.');
  return url;
}
