/** The HTTP server: limits before a request is complete, and responses to invalid requests. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Config } from '../domain/settings.ts';
import { ServiceError } from '../errors/index.ts';
import { formatTraceparent } from '../platform/tracing/trace-context.ts';
import { newTraceContext } from '../platform/tracing/identifiers.ts';
import { errorReply } from './contract/problems.ts';
import type { Metrics } from './metrics.ts';
import { BodyPace } from './limits/body-pace.ts';

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * A server with the limits of the settings. Requests that are too slow, or whose bodies stall (408), have too large
 * headers (431) or are no HTTP (400) are answered with a problem like any other, and their connection is closed.
 */
export function createHttpServer(config: Config['http'], metrics: Pick<Metrics, 'requests'>, serve: Serve): Server {
  /** The answer that a connection is busy with. */
  const answers = new WeakMap<Duplex, ServerResponse>();
  const pace = new BodyPace(config.bodies);
  const count = (status: number): void =>
    metrics.requests.inc({ method: 'none', route: 'none', status: String(status) });

  const options = {
    maxHeaderSize: config.maxHeaderBytes,
    headersTimeout: config.headersTimeoutMs,
    requestTimeout: config.requestTimeoutMs,
    keepAliveTimeout: config.keepAliveTimeoutMs,
    connectionsCheckingInterval: config.connectionCheckMs,
    // Node would answer without a body.
    requireHostHeader: false,
  };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    answers.set(request.socket, response);
    pace.watch(request, () => {
      if (response.headersSent) request.socket.destroy();
      else server.emit('clientError', new BodyTooSlow(), request.socket);
    });
    const fault = faultOf(request);
    if (fault === null) return void serve(request, response);
    const { status, headers, body } = problem(new ServiceError('malformed_request', fault));
    count(status);
    response.writeHead(status, headers).end(body);
  };
  const server = createServer(options, answer);
  // Node would answer an expectation that it does not know without a body; it may be passed over (RFC 9110, section
  // 10.1.1).
  server.on('checkExpectation', answer);
  const looking = setInterval(() => pace.look(), config.connectionCheckMs).unref();
  server.on('close', () => clearInterval(looking));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const response = answers.get(socket);
    const isHalfSent = response?.headersSent === true && !response.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || isHalfSent) {
      socket.destroy();
      return;
    }
    const { status, headers, body } = problem(errorOf(error.code, config));
    count(status);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
  });
  return server;
}

/** Why a request cannot be served. An address with a host, as proxies write it, is left its path. */
function faultOf(request: IncomingMessage): string | null {
  if (request.headers.host === undefined && request.httpVersion !== '1.0') return 'There is no Host header.';
  if (request.url?.startsWith('/')) return null;
  const url = URL.parse(request.url ?? '', 'http://localhost');
  if (!url) return 'The request target is not valid.';
  request.url = `${url.pathname}${url.search}`;
  return null;
}

const BODY_TOO_SLOW = 'BODY_TOO_SLOW';

/** Like Node's own error for slow requests. */
class BodyTooSlow extends Error {
  readonly code = BODY_TOO_SLOW;
}

function errorOf(code: string | undefined, config: Config['http']): ServiceError {
  const { maxHeaderBytes, headersTimeoutMs, requestTimeoutMs } = config;
  switch (code) {
    case 'HPE_HEADER_OVERFLOW': {
      const message = `The request line and the headers may have at most ${maxHeaderBytes} bytes.`;
      return new ServiceError('headers_too_large', message, { limit_bytes: maxHeaderBytes });
    }
    case 'ERR_HTTP_REQUEST_TIMEOUT': {
      const message = `Headers may take ${headersTimeoutMs / 1000} s to arrive, a whole request ${requestTimeoutMs / 1000} s.`;
      return new ServiceError('request_timeout', message);
    }
    case BODY_TOO_SLOW: {
      const { windowMs, minBytesPerSecond } = config.bodies;
      const least = `${minBytesPerSecond.toLocaleString('en')} bytes per second, averaged over ${windowMs / 1000} s`;
      const message = `The body arrived too slowly: at least ${least}, are required.`;
      return new ServiceError('request_timeout', message);
    }
    default:
      return new ServiceError('malformed_request', 'The request cannot be parsed.');
  }
}

function problem(error: ServiceError) {
  const requestId = randomUUID();
  const trace = newTraceContext(null);
  // The address is not known, or not to be trusted.
  const { status, body, headers } = errorReply(error, `urn:uuid:${requestId}`, trace.traceId);
  const text = JSON.stringify(body);
  return {
    status,
    body: text,
    headers: {
      ...headers,
      'Content-Length': String(Buffer.byteLength(text)),
      Connection: 'close',
      'X-Request-Id': requestId,
      traceparent: formatTraceparent(trace),
      'X-Content-Type-Options': 'nosniff',
    },
  };
}
