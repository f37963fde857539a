/** Headers that answers of many operations have: name to description. */

type Headers = Readonly<Record<string, string>>;

/** Headers of every response: the contract describes them once. */
export const COMMON_HEADERS: Headers = {
  'X-Request-Id': 'Identifier of this request: the caller’s, or a new one.',
  traceparent: 'W3C trace context that continues the caller’s.',
};

/** Headers of every response to a request that was counted against a rate (draft-ietf-httpapi-ratelimit-headers-10). */
export const RATE_HEADERS: Headers = {
  'RateLimit-Policy': '`"tenant";q=400;w=2`: requests (`q`) per window in seconds (`w`).',
  RateLimit: '`"tenant";r=399;t=1`: requests left (`r`), and seconds (`t`) until all of them are.',
};

/** Headers of responses to requests that are worth retrying. */
export const RETRY_AFTER: Headers = { 'Retry-After': 'Seconds to wait before the request is repeated.' };

/** Those that are components of the OpenAPI document, under their own names. */
export const SHARED_HEADERS: Headers = { ...COMMON_HEADERS, ...RATE_HEADERS, ...RETRY_AFTER };
