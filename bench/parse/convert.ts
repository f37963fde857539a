/** Converts a source as a job does: with the engines of its route, one after the other. */
import { availabilities } from '../../engines/parse/availability.ts';
import type { Scene } from '../../engines/parse/catalog.ts';
import { runEngine } from '../../engines/parse/engines.ts';
import { DEFAULT_PARSE_OPTIONS, type ParseOptions } from '../../engines/parse/options.ts';
import { countTextless, needsRecognition } from '../../engines/parse/documents/textless.ts';
import { route } from '../../engines/parse/route.ts';
import type { ParseInput, ParsedDocument } from '../../engines/parse/documents/types.ts';
import { ServiceError } from '../../errors/index.ts';
import { documentAiDirectory, isDocumentAiSetUp } from '../../domain/parse/document-ai.ts';

const directory = documentAiDirectory(process.env);
/** Without document AI, scans are not measured. */
export const hasDocumentAi = isDocumentAiSetUp(directory);

/** Providers are paid and never used here. */
const CONVERTERS_ALONE = await availabilities({
  lacksWorker: async (queue) => (hasDocumentAi || queue !== 'document-ai' ? null : 'Document AI is not set up.'),
  hasSecret: async () => false,
});

export interface Converted {
  readonly markdown: string;
  /** Of the second of two runs, fallbacks included. */
  readonly ms: number;
  /** Whether an engine after the first one made the document. */
  readonly fellBack: boolean;
}

/** The Markdown of a source, or the error with which its job would end. */
export async function convert(
  source: Omit<ParseInput, 'options'>,
  kind: 'url' | 'object',
  scene: Scene | null = null,
  options: Partial<ParseOptions> = {},
): Promise<Converted | ServiceError> {
  const input = { ...source, options: { ...DEFAULT_PARSE_OPTIONS, ...options } };
  try {
    const { chain } = route(
      { engine_id: 'auto', scene, ocr: 'auto' },
      { kind, media_type: input.mediaType },
      CONVERTERS_ALONE,
    );
    const engines = chain.map(({ engine_id }) => engine_id).filter((engine) => engine !== 'cloud_document_parser');
    await runChain(engines, input);
    const began = performance.now();
    const { document, fellBack } = await runChain(engines, input);
    return { markdown: document.markdown, ms: performance.now() - began, fellBack };
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** The document of the first engine that finds text. */
async function runChain(
  engines: readonly Parameters<typeof runEngine>[0][],
  input: ParseInput,
): Promise<{ readonly document: ParsedDocument; readonly fellBack: boolean }> {
  const context = { signal: new AbortController().signal, onProgress: () => {}, documentAi: { directory, threads: 2 } };
  const [first, second] = engines;
  if (first === undefined) throw new ServiceError('unsupported_type', `No engine reads ${input.mediaType}.`);
  const document = await runEngine(first, input, context);
  const textless_pages = countTextless(document.warnings);
  if (second === undefined || !needsRecognition({ pages: document.pages.length, textless_pages })) {
    return { document, fellBack: false };
  }
  return { document: await runEngine(second, input, context), fellBack: true };
}
