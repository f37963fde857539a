/** Runs engines on bytes or text made in a test. */
import assert from 'node:assert/strict';
import type { ConverterEngineId } from '../../../engines/parse/catalog.ts';
import { runEngine } from '../../../engines/parse/engines.ts';
import { DEFAULT_PARSE_OPTIONS } from '../../../engines/parse/options.ts';
import type { ParsedDocument, ParseInput } from '../../../engines/parse/documents/types.ts';
import { ServiceError, type ErrorCode } from '../../../errors/index.ts';

export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
export const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Settings = Partial<Omit<ParseInput, 'bytes'>> & { readonly engine?: ConverterEngineId };

export async function parse(content: string | Uint8Array, { engine, ...given }: Settings): Promise<ParsedDocument> {
  const input: ParseInput = {
    bytes: typeof content === 'string' ? Buffer.from(content) : content,
    mediaType: 'text/plain',
    charset: null,
    filename: null,
    url: null,
    options: DEFAULT_PARSE_OPTIONS,
    ...given,
  };
  const context = { signal: new AbortController().signal, onProgress: () => {} };
  return runEngine(engine ?? 'markdown_converter', input, context);
}

/** Markdown without the line feed at its end. */
export async function markdownOf(content: string | Uint8Array, settings: Settings): Promise<string> {
  const { markdown } = await parse(content, settings);
  assert.ok(markdown.endsWith('\n'));
  return markdown.slice(0, -1);
}

export async function assertFails(promise: Promise<unknown>, code: ErrorCode): Promise<void> {
  await assert.rejects(promise, (error) => {
    assert.ok(error instanceof ServiceError, String(error));
    assert.equal(error.code, code);
    return true;
  });
}
