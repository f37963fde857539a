/** Reads JSON bodies into memory. Forms are read by form.ts. */
import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { ServiceError } from '../../platform/errors.ts';
import type { Route } from './route.ts';

/** The JSON body of a request; `undefined` when there is none. Throws `malformed_json`, `too_large`, `unsupported_media_type` or `malformed_request`. */
export async function readJson(ctx: Context, route: Route, maxBytes: number): Promise<unknown> {
  if (!route.body || !hasBody(ctx)) return undefined;
  if (!ctx.is('json', '+json')) throw unsupported('application/json');
  refuseCutOff(ctx);
  const parse = koaBody({
    jsonLimit: maxBytes,
    jsonStrict: false,
    text: false,
    urlencoded: false,
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PATCH],
    onError: (error) => {
      throw jsonError(error, maxBytes);
    },
  });
  await parse(ctx, async () => {});
  return ctx.request.body;
}

function hasBody({ req }: Context): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

/** The readers of bodies would wait for ever for the end of a request that was cut off before they began. */
export function refuseCutOff({ req }: Context): void {
  if (req.destroyed) throw new ServiceError('malformed_request', 'The request was cut off.');
}

function jsonError(error: Error, maxBytes: number): Error {
  switch ('status' in error ? error.status : undefined) {
    case 413:
      return new ServiceError('too_large', `The body may have at most ${maxBytes} bytes.`, { limit_bytes: maxBytes });
    case 415:
      return unsupported('application/json in UTF-8');
    case 400:
      return new ServiceError('malformed_json', 'The body cannot be read as JSON.');
    default:
      return error;
  }
}

export function unsupported(wanted: string): ServiceError {
  return new ServiceError('unsupported_media_type', `This operation takes ${wanted}.`);
}
