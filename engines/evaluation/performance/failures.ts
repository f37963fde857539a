/** How a request of a performance run can fail. */

export const LOAD_FAILURES = {
  blocked_address: 'The address of the endpoint may not be reached.',
  connection: 'No connection could be opened: refused, unreachable, or the host name was not found.',
  tls: 'No trusted TLS connection could be made.',
  reset: 'The connection closed before any byte of the answer came, in both of two attempts.',
  cut: 'The answer broke off.',
  timeout: 'The answer was not complete within the time limit of the request.',
  rate_limited: 'Status 429.',
  client_error: 'Another status from 400 to 499.',
  server_error: 'A status from 500.',
  redirect: 'A status from 300 to 399: redirects are not followed, since they would carry the key elsewhere.',
  stream_error: 'The stream reported an error.',
  protocol: 'The answer was not one of the OpenAI API.',
  too_large: 'The answer was larger than 16 MiB.',
  empty: 'The answer had no text.',
  saturated: 'It was not sent: the load generator held too many requests without an answer.',
} as const;
export type LoadFailure = keyof typeof LOAD_FAILURES;

/** The failure that a status stands for; `null` for success. */
export function failureOfStatus(status: number): LoadFailure | null {
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'server_error';
  if (status >= 400) return 'client_error';
  if (status >= 300) return 'redirect';
  return null;
}
