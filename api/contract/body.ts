/** Reads request bodies: JSON into memory, forms as streams. */
import type { Writable } from 'node:stream';
import { PassThrough, addAbortSignal } from 'node:stream';
import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { ServiceError } from '../../platform/errors.ts';
import type { MultipartReader, Route } from './route.ts';
import { ValidationError } from './validation.ts';
import type { ValidationIssue } from './validation.ts';

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
function refuseCutOff({ req }: Context): void {
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

function unsupported(wanted: string): ServiceError {
  return new ServiceError('unsupported_media_type', `This operation takes ${wanted}.`);
}

/** Codes of formidable: more bytes, files or fields than allowed. */
const FORM_TOO_LARGE: ReadonlySet<unknown> = new Set([1006, 1007, 1009, 1016]);
const FORM_TOO_MANY_FILES = 1015;

/** Name of the part that holds the file. */
const FILE_PART = 'file';

const MAX_FIELD_BYTES = 64 * 1024;

/** Reads the form of a request while it arrives. A part that is no file is a field. */
export function multipartReader(ctx: Context): MultipartReader {
  return async ({ maxFileBytes, onFile }) => {
    if (!ctx.is('multipart/form-data')) throw unsupported('multipart/form-data');
    refuseCutOff(ctx);
    const stored: Promise<void>[] = [];
    const strangers: string[] = [];
    const failed = new AbortController();
    const parse = koaBody({
      multipart: true,
      json: false,
      text: false,
      urlencoded: false,
      formidable: {
        maxFiles: 1,
        maxFields: 20,
        maxFieldsSize: MAX_FIELD_BYTES,
        maxFileSize: maxFileBytes,
        maxTotalFileSize: maxFileBytes,
        allowEmptyFiles: true,
        minFileSize: 0,
        // RFC 7578 lets a file come without a content type; formidable takes a part for a file only when it has one.
        onPart: (part, read) => {
          if (part.originalFilename !== null) {
            part.mimetype ??= 'application/octet-stream';
            if (part.name !== FILE_PART) strangers.push(part.name ?? '');
          }
          read(part);
        },
        fileWriteStreamHandler: (file): Writable => {
          // A file can be opened after the form has failed: formidable forgets to close it then.
          const stream = addAbortSignal(failed.signal, new PassThrough());
          const { originalFilename = null, mimetype = null } = file && 'toJSON' in file ? file.toJSON() : {};
          const done = onFile({ filename: originalFilename ?? '', contentType: mimetype, stream });
          // Whoever stores the file tells its failure below; the reading of the form must end with it.
          done.catch((error: Error) => stream.destroy(error));
          stored.push(done);
          return stream;
        },
      },
      onError: (error) => {
        throw formError(error, maxFileBytes);
      },
    });
    try {
      await parse(ctx, async () => {});
      await Promise.all(stored);
    } catch (error) {
      failed.abort();
      for (const result of await Promise.allSettled(stored)) {
        if (result.status === 'rejected' && result.reason instanceof ServiceError) throw result.reason;
      }
      throw error;
    }
    if (strangers.length > 0) throw new ValidationError(strangers.map(unknownFile));
    return fieldsOf(ctx.request.body);
  };
}

function unknownFile(name: string): ValidationIssue {
  return { loc: ['body', name], msg: `A file is taken in the part "${FILE_PART}" only.`, type: 'unknown_member' };
}

function formError(error: Error, maxFileBytes: number): Error {
  const code = 'code' in error ? error.code : undefined;
  if (FORM_TOO_LARGE.has(code)) {
    return new ServiceError(
      'too_large',
      `A file may have at most ${maxFileBytes} bytes here. Use an upload session for larger ones.`,
      {
        limit_bytes: maxFileBytes,
      },
    );
  }
  if (code === FORM_TOO_MANY_FILES)
    return new ServiceError('malformed_multipart', 'The form holds more than one file.');
  if (typeof code === 'number') return new ServiceError('malformed_multipart', 'The form cannot be read.');
  return error;
}

function fieldsOf(body: unknown): Record<string, string> {
  const entries = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? String(value.at(-1)) : String(value)]),
  );
}
