/** Reads JSON bodies into memory. Forms are read by form.ts. */
import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { ServiceError } from '../../errors/index.ts';

const WANTED = 'application/json in UTF-8, uncompressed or compressed with gzip, deflate or br';

/** The bytes of a JSON body, uncompressed. Throws `too_large`, `unsupported_media_type` or `malformed_request`. */
export async function readBytes(ctx: Context, maxBytes: number): Promise<Buffer> {
  if (!ctx.is('application/json') || !/^(?:utf-?8)?$/i.test(ctx.request.charset)) throw unsupported(WANTED);
  refuseCutOff(ctx);
  const parse = koaBody({
    // Read as bytes and decoded here, so that text in another encoding is rejected instead of being garbled.
    textTypes: ['application/json'],
    encoding: '',
    textLimit: maxBytes,
    json: false,
    urlencoded: false,
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PATCH],
    onError: (error) => {
      throw readingError(error, maxBytes);
    },
  });
  // The reader of a compressed body would not notice an aborted request.
  await Promise.race([parse(ctx, async () => {}), cutOff(ctx)]);
  const bytes: unknown = ctx.request.body;
  if (!Buffer.isBuffer(bytes)) throw new Error('the body was not read');
  return bytes;
}

/** Body readers would wait forever for the end of a request that was interrupted before they started. */
export function refuseCutOff({ req }: Context): void {
  if (req.destroyed) throw wasCutOff();
}

/** Rejects when the request is interrupted; never resolves. */
function cutOff({ req }: Context): Promise<never> {
  return new Promise((_resolve, reject) => {
    req.once('close', () => {
      if (!req.complete) reject(wasCutOff());
    });
  });
}

function wasCutOff(): ServiceError {
  return new ServiceError('malformed_request', 'The request was interrupted.');
}

/** A JSON body; `undefined` when it is empty. Throws `malformed_json`. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ServiceError('malformed_json', 'The body is not valid JSON.');
  }
}

function readingError(error: Error, maxBytes: number): Error {
  switch ('status' in error ? error.status : undefined) {
    case 413:
      return new ServiceError(
        'too_large',
        `A JSON body may have at most ${maxBytes} bytes here (MAX_BODY_BYTES). Upload documents first and ` +
          'refer to them in the body.',
        { limit_bytes: maxBytes },
      );
    case 415:
      return unsupported(WANTED);
    case 400:
      return wasCutOff();
    default:
      // Decompression errors have only codes.
      return new ServiceError(
        'malformed_json',
        'The body cannot be decompressed according to its Content-Encoding.',
        {},
        error,
      );
  }
}

export function unsupported(wanted: string): ServiceError {
  return new ServiceError('unsupported_media_type', `This operation accepts ${wanted}.`);
}
