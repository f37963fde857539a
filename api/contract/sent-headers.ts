/** Headers that a request may have the service send to others. */

/** Contract of a name (RFC 9110, section 5.1). */
export const HEADER_NAME_PATTERN = "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$";

/** The HTTP client writes these, or they belong to one connection (RFC 9110, section 7.6.1). */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'proxy-connection',
  'host',
  'content-length',
  'content-type',
  'content-encoding',
  'traceparent',
  'tracestate',
]);
const CREDENTIAL = /^(proxy-)?authorization$|^cookie$|token|secret|password|api-?key|credential/;

/** Printable, as RFC 9110 wants field values. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** `name` in lower case. */
export function isOwnHeader(name: string): boolean {
  return OWN_HEADERS.has(name);
}

/** Whether a header of this name (in lower case) usually has a credential. */
export function isCredential(name: string): boolean {
  return CREDENTIAL.test(name);
}

export function isHeaderValue(value: string): boolean {
  return VALUE.test(value);
}
