/** Spans of outbound requests. They record only the host of an address, since path and query may hold a secret. */
import { context, propagation } from '@opentelemetry/api';
import { SpanKind, inSpan, markFailed } from './span.ts';

/** The span ends with the response headers; a status of 400 or more is a failure. */
export function inRequestSpan<T extends { readonly statusCode: number }>(
  method: string,
  url: URL,
  send: () => Promise<T>,
): Promise<T> {
  const attributes = {
    'http.request.method': method,
    'url.scheme': url.protocol.slice(0, -1),
    'server.address': url.hostname,
    'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
  };
  return inSpan(method, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const answer = await send();
    span.setAttribute('http.response.status_code', answer.statusCode);
    if (answer.statusCode >= 400) markFailed(span, String(answer.statusCode));
    return answer;
  });
}

/**
 * Headers that let a receiver continue the trace. Only for receivers the user has chosen; third parties must not see
 * it.
 */
export function traceHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}
