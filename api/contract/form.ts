/**
 * Reads multipart/form-data while it arrives. koa-body's own reader looks at every byte in JavaScript, which halves the
 * speed of an upload; busboy searches for the boundary as a whole.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, Dicer } from '@fastify/busboy';
import type { BusboyInstance } from '@fastify/busboy';
import contentDisposition from 'content-disposition';
import type { Context } from 'koa';
import { decodeWords } from 'postal-mime';
import { AdvisedError, ERRORS, ServiceError } from '../../errors/index.ts';
import { refuseCutOff, unsupported } from './body.ts';
import type { MultipartReader } from './route.ts';
import { ValidationError } from './validation.ts';
import type { ValidationIssue } from './validation.ts';

/** Name of the part that holds the file. */
export const FILE_PART = 'file';

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 64 * 1024;

/** Reads the form of a request. A part with a file name is a file, every other one a field. */
export function multipartReader(ctx: Context): MultipartReader {
  return async ({ maxFileBytes, onFile }) => {
    const type = ctx.req.headers['content-type'];
    if (!type || !ctx.is('multipart/form-data')) throw unsupported('multipart/form-data');
    refuseCutOff(ctx);

    const fields = new Map<string, string>();
    const issues: ValidationIssue[] = [];
    const files: { readonly stream: Readable; readonly stored: Promise<void> }[] = [];
    const parser = openParser(type, maxFileBytes);
    const declared = declarations(parser);
    const refuse = (error: Error): void => void parser.destroy(error);
    parser.on('field', (name, value, _nameTruncated, valueTruncated) => {
      if (valueTruncated) refuse(tooLarge('A field of the form', MAX_FIELD_BYTES));
      if (fields.has(name)) issues.push({ loc: ['body', name], msg: 'Send this field only once.', type: 'repeated' });
      fields.set(name, value);
    });
    parser.on('fieldsLimit', () => refuse(new ServiceError('malformed_multipart', 'The form has too many fields.')));
    parser.on('file', (name, stream, filename) => {
      // An error of the form reaches the reader of the file and ends the form. Without a reader it must not crash the
      // process.
      stream.on('error', () => {});
      if (name !== FILE_PART) {
        issues.push({
          loc: ['body', name],
          msg: `A file is accepted only in the part "${FILE_PART}", as sent by curl -F ${FILE_PART}=@report.pdf.`,
          type: 'unknown_member',
        });
        stream.resume();
        return;
      }
      if (files.length > 0)
        return refuse(new ServiceError('malformed_multipart', `The form contains more than one part "${FILE_PART}".`));
      stream.on('limit', () => {
        const error = tooLarge(
          'A file',
          maxFileBytes,
          'The limit is MAX_UPLOAD_BYTES. Upload larger files through an upload session: POST /v1/storage/uploads.',
        );
        stream.destroy(error);
        refuse(error);
      });
      const stored = onFile({ ...declared(decodeWords(filename ?? '')), stream });
      stored.catch(refuse);
      files.push({ stream, stored });
    });

    try {
      await feed(ctx.req, parser);
      await files[0]?.stored;
    } catch (error) {
      files[0]?.stream.destroy(new Error('the form failed', { cause: error }));
      throw await reasonOf(error, files[0]?.stored);
    }
    if (issues.length > 0) throw new ValidationError(issues);
    return Object.fromEntries(fields);
  };
}

function openParser(type: string, maxFileBytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      isPartAFile: (_name, _contentType, filename) => filename !== undefined,
      limits: { fieldSize: MAX_FIELD_BYTES, fields: MAX_FIELDS, fileSize: maxFileBytes },
    });
  } catch {
    throw new ServiceError('malformed_multipart', 'The content type has no boundary.');
  }
}

interface Declared {
  readonly filename: string;
  readonly contentType: string | null;
}

/**
 * What the current part declares: its type with its parameters, which busboy drops, and with them the charset of a
 * text; and `filename*`, which comes before the plain name (RFC 6266, section 4.3) and which busboy does not see behind
 * quoted parameters. It has no public way to the parser that reads the headers.
 */
function declarations(parser: BusboyInstance): (plainName: string) => Declared {
  let found = new Map<string, string | undefined>();
  const dicer: unknown = Reflect.get(Object(Reflect.get(parser, '_parser')), 'parser');
  if (dicer instanceof Dicer) {
    dicer.prependListener('part', (part) => {
      part.on('header', (headers) => {
        found = new Map(Object.entries(headers).map(([name, values]) => [name, values[0]]));
      });
    });
  }
  return (plainName) => ({
    filename: extendedName(found.get('content-disposition') ?? '') ?? plainName,
    contentType: found.get('content-type') ?? null,
  });
}

/** The name that a header encodes by RFC 8187; `null` without one that can be read. */
function extendedName(header: string): string | null {
  if (!/filename\*/i.test(header)) return null;
  try {
    const name = contentDisposition.parse(header).parameters['filename'];
    return name === undefined || name.includes('\u{FFFD}') ? null : name;
  } catch {
    return null;
  }
}

/**
 * Resolves when the parser has taken the whole body. When it fails, the rest of the body is read and discarded, so that
 * the client receives the error; a pipeline would close the connection.
 */
async function feed(request: IncomingMessage, parser: BusboyInstance): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on('finish', resolve).on('error', reject);
      request.on('error', reject).on('close', () => {
        if (!request.complete) reject(new Error('the request was cut off'));
      });
      request.pipe(parser);
    });
  } finally {
    request.unpipe(parser);
    request.resume();
  }
}

/** Why a form failed. If storing its file failed first, that is the reason; otherwise it is only a consequence. */
async function reasonOf(error: unknown, stored: Promise<void> | undefined): Promise<unknown> {
  const [outcome] = await Promise.allSettled([stored]);
  const isOfTheStore = outcome.status === 'rejected' && outcome.reason === error;
  if (error instanceof ServiceError || isOfTheStore) return error;
  return new ServiceError('malformed_multipart', 'The form is incomplete or malformed.');
}

function tooLarge(what: string, limit: number, fix: string = ERRORS.too_large.fix): ServiceError {
  return new AdvisedError('too_large', `${what} may have at most ${limit} bytes here.`, { limit_bytes: limit }, fix);
}
