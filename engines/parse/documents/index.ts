/** The model of a document, and the limits of what one may become. */
export { splitDocument } from './document-facts.ts';
export type { DocumentFacts } from './document-facts.ts';
export { assertMarkdown, outputLimit, outputLimitOf, withOutputLimit } from './output-limit.ts';
export { decodePlaces } from './places.ts';
export type { DocumentRange } from './ranges.ts';
export type {
  DocumentLink,
  PageSpan,
  ParseContext,
  ParseInput,
  ParseWarning,
  ParsedDocument,
  ParsedImage,
  Progress,
} from './types.ts';
export type { WarningCode } from './warnings.ts';
