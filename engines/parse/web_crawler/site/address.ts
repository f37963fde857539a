/** Normalises the different URLs of one page. */

/** Maximum length of a crawled address; the start page may exceed it. */
export const MAX_ADDRESS = 2048;

/** Tracking parameters, which never affect the content. */
const TRACKING =
  /^(utm_\w+|gclid|gclsrc|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_[ce]id|_ga|_gl|_hs\w+|mkt_tok|vero_\w+|oly_\w+|wickedid|s_cid|cmpid|zanpid)$/i;

/** Session parameters. Short names have other uses too, so their value decides. */
const SESSION = /^(phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken|session_?id|zenid|oscsid)$/i;
const SHORT_SESSION = /^(sid|s|session)$/i;
const SESSION_VALUE = /^(?=.*\d)(?=.*[a-z])[\da-z]{20,}$/i;

const INDEX_PAGE = /\/(index|default)\.(html?|php|aspx?|jsp|cgi)$/i;

/**
 * The address to fetch for a link: without fragment, tracking and session parameters. `null` for an address that is
 * not http(s) or that no legitimate site has.
 */
export function cleanAddress(link: string, base?: string): URL | null {
  const url = URL.parse(link, base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  url.pathname = url.pathname.replace(/;(jsessionid|phpsessid)=[^/;]*/gi, '');
  const parameters = [...url.searchParams];
  const dropped = new Set(parameters.filter(([name, value]) => isNoise(name, value)).map(([name]) => name));
  // Assigned once, since each `delete` serialises the rest again.
  if (dropped.size > 0) url.search = String(new URLSearchParams(parameters.filter(([name]) => !dropped.has(name))));
  // Drops a question mark without a query.
  if (url.search === '') url.search = '';
  return url;
}

/**
 * Equal for addresses of the same page on typical sites: http and https, with and without `www.`, trailing slash,
 * index page name, order of parameters, and percent-encoding.
 */
export function addressKey(url: URL): string {
  const host = url.host.replace(/^www\./, '').replace(/:(80|443)$/, '');
  const path = normalPercents(url.pathname)
    .replace(INDEX_PAGE, '/')
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');
  const parameters = [...url.searchParams].map(([name, value]) => `${name}=${value}`).sort();
  return [`${host}${path}`, ...parameters].join('&');
}

/** The host without `www.`. */
export function siteHost(url: URL): string {
  return url.host.replace(/^www\./, '').replace(/:(80|443)$/, '');
}

function isNoise(name: string, value: string): boolean {
  return TRACKING.test(name) || SESSION.test(name) || (SHORT_SESSION.test(name) && SESSION_VALUE.test(value));
}

/** Decodes unreserved characters and upper-cases the remaining percent-encodings (RFC 3986, 6.2.2). */
export function normalPercents(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (octet) => {
    const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : octet.toUpperCase();
  });
}
