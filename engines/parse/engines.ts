/** Loads the engines that run in a converter process, each on first use, so that a process holds only what it needs. */
import type { ConverterEngineId } from './catalog.ts';
import type { RangedConverter } from './documents/ranges.ts';
import type { ParseContext, ParsedDocument, ParseEngine, ParseInput } from './documents/types.ts';

const ENGINES: Readonly<Record<ConverterEngineId, ParseEngine>> = {
  web_crawler: async (input, context) => (await import('./web_crawler/index.ts')).readSitePage(input, context),
  web_reader: async (input, context) => (await import('./web_reader/index.ts')).readPage(input, context),
  markdown_converter: async (input, context) =>
    (await import('./markdown_converter/index.ts')).convertDocument(input, context),
  document_ai_converter: async (input, context) =>
    (await import('./document_ai_converter/index.ts')).recognizeDocument(input, context),
};

/** Runs one engine; throws what the engine throws ({@link ParseEngine}). */
export async function runEngine(
  engineId: ConverterEngineId,
  input: ParseInput,
  context: ParseContext,
): Promise<ParsedDocument> {
  return ENGINES[engineId](input, context);
}

/** `null` when the engine converts documents of this type only as a whole. */
export async function rangedConverter(engineId: ConverterEngineId, mediaType: string): Promise<RangedConverter | null> {
  if (engineId !== 'markdown_converter' || mediaType !== 'application/pdf') return null;
  return (await import('./markdown_converter/pdf/ranges.ts')).rangedPdf;
}
