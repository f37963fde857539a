/** Settings of parsing: its converter processes, document AI, and the provider in the cloud. */
import type { SettingsReader } from '../../platform/config/reader.ts';
import { documentAiDirectory } from './document-ai.ts';

export interface ParseSettings {
  readonly parse: {
    /** Maximum size of a source, fetched or stored. */
    readonly maxSourceBytes: number;
    /** Maximum size of a document's Markdown, unless its source is larger. */
    readonly maxMarkdownBytes: number;
    /** Converter processes; each uses up to `converterMemoryMb`. */
    readonly converters: number;
    readonly converterMemoryMb: number;
  };
  readonly documentAi: {
    /** Folder of its models and native libraries, filled by `npm run setup:document-ai`. */
    readonly directory: string;
    /** Threads used by recognition. */
    readonly threads: number;
    /** Memory of its one converter process. */
    readonly memoryMb: number;
    /** Address of a docling-serve that replaces the local models; `null` without one. */
    readonly doclingUrl: string | null;
  };
  /** The provider behind the engine `cloud_document_parser`. */
  readonly cloudParser: {
    readonly url: string;
    /** Default tier for requests that name none. */
    readonly tier: (typeof CLOUD_PARSER_TIERS)[number];
    /** Maximum number of pages that one job may spend. */
    readonly maxPages: number;
  };
}

const CLOUD_PARSER_TIERS = ['cost_effective', 'agentic', 'agentic_plus'] as const;

export function readParse({ env, text, integer, word }: SettingsReader): ParseSettings {
  return {
    parse: {
      maxSourceBytes: integer('MAX_SOURCE_BYTES', 100 * 1024 * 1024, 1024),
      maxMarkdownBytes: integer('MAX_MARKDOWN_BYTES', 64 * 1024 * 1024, 1024),
      converters: integer('CONVERTERS', 2, 1),
      converterMemoryMb: integer('CONVERTER_MEMORY_MB', 1024, 128),
    },
    documentAi: {
      directory: documentAiDirectory(env),
      threads: integer('DOCUMENT_AI_THREADS', 2, 1),
      memoryMb: integer('DOCUMENT_AI_MEMORY_MB', 2048, 512),
      doclingUrl: env['DOCLING_URL']?.trim() || null,
    },
    cloudParser: {
      url: text('CLOUD_PARSER_URL', 'https://api.cloud.llamaindex.ai'),
      tier: word('CLOUD_PARSER_TIER', CLOUD_PARSER_TIERS),
      maxPages: integer('CLOUD_PARSER_MAX_PAGES', 500, 1),
    },
  };
}
