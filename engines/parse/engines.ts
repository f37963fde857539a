/** The engines' code by identifier. Each is loaded when first used, so that a process holds only what it needs. */
import { findEngine, type EngineId } from './catalog.ts';
import type { ParseContext, ParsedDocument, ParseEngine, ParseInput } from './types.ts';

const ENGINES: Readonly<Record<EngineId, ParseEngine>> = {
  web_reader: async (input, context) => (await import('./web_reader/index.ts')).readPage(input, context),
  markdown_converter: async (input, context) =>
    (await import('./markdown_converter/index.ts')).convertDocument(input, context),
  document_ai_converter: async (input, context) =>
    (await import('./document_ai_converter/index.ts')).recogniseDocument(input, context),
};

/** Runs one engine. Throws `not_found` for an unknown identifier, and what the engine throws ({@link ParseEngine}). */
export async function runEngine(engineId: string, input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  return ENGINES[findEngine(engineId).engine_id](input, context);
}
