/** From the Markdown of a document to the chunks that it shall consist of, by pure functions of engines/knowledge. */
import { createHash } from 'node:crypto';
import { chunkMarkdown } from '../../../engines/text/chunking/chunk.ts';
import type { TextChunk } from '../../../engines/text/chunking/chunk.ts';
import { NO_PAGES, pagesOf } from '../../../engines/text/chunking/pages.ts';
import type { ChunkRules } from '../../../engines/text/options.ts';
import { joinHeadings, nearestHeading } from '../../../engines/text/chunking/headings.ts';
import { chunkRecords, entityType } from '../../../engines/knowledge/records/index.ts';
import type { CutRecords } from '../../../engines/knowledge/records/index.ts';
import { normalName, chunkNames, withoutCopyNumber } from '../../../engines/knowledge/names/index.ts';
import { lexemes } from '../../../engines/knowledge/retrieval/index.ts';
import type { Language } from '../../../engines/text/stop-words.ts';
import type { ChunkName } from '../../../engines/knowledge/names/index.ts';
import type { CutChunk, NewMention } from '../../../domain/knowledge/cognify/index.ts';
import { vectorOfTerms } from '../../../domain/knowledge/documents/lexemes.ts';
import type { CutRequest, DescribedChunk } from './chunk-types.ts';

/** A chunk, and the names that it has as a record: what it is called, and its key. */
export interface NamedChunk extends CutChunk {
  readonly recordNames: readonly string[];
}

export interface CutDocument {
  readonly chunks: readonly NamedChunk[];
  /** Whether the rules left out the end of the document. */
  readonly truncated: boolean;
}

/**
 * The chunks of a document. One without headings is headed by the document's title, without the number of a copy; the
 * heading of a record ends with its name.
 */
export function cutDocument(
  markdown: string,
  { title, pageSpans, structured }: Pick<CutRequest, 'title' | 'pageSpans' | 'structured'>,
  rules: ChunkRules,
): CutDocument {
  const seen = new Map<string, number>();
  const { chunks, truncated } = structured
    ? chunkRecords(markdown, title && withoutCopyNumber(title), rules)
    : chunkTexts(markdown, rules);
  const pages = pagesOf(chunks, pageSpans);
  return {
    truncated,
    chunks: chunks.map((chunk, ordinal) => {
      const { start, end, text, tokens, record } = chunk;
      const heading = headingOf(chunk, title);
      const hashed = record === null ? [heading, text] : [heading, text, record.type, ...record.names];
      const hash = createHash('sha256').update(hashed.join('\n')).digest('hex');
      const occurrence = seen.get(hash) ?? 0;
      seen.set(hash, occurrence + 1);
      return {
        hash,
        occurrence,
        ordinal,
        start,
        end,
        ...(pages[ordinal] ?? NO_PAGES),
        heading,
        body: text,
        tokens,
        record: record && { row: record.row, type: record.type },
        recordNames: record?.names ?? [],
      };
    }),
  };
}

function chunkTexts(markdown: string, rules: ChunkRules): CutRecords {
  const { chunks, truncated } = chunkMarkdown(markdown, rules);
  return { chunks: chunks.map((chunk) => ({ ...chunk, record: null })), truncated };
}

function headingOf({ path, tableHeader, text }: TextChunk, title: string | null): string {
  const above = path.length > 0 || startsWithHeading(text) ? path : title === null ? [] : [withoutCopyNumber(title)];
  return joinHeadings([...above, ...(tableHeader === null ? [] : [tableHeader])]);
}

function startsWithHeading(text: string): boolean {
  return /^ {0,3}#{1,6}\s/.test(text);
}

/** What is embedded of a chunk. */
export function embeddedText({ heading, body }: Pick<CutChunk, 'heading' | 'body'>): string {
  return heading === '' ? body : `${heading}\n${body}`;
}

/** A chunk with what is derived from it alone. */
export function describeChunk({ recordNames, ...chunk }: NamedChunk, language: Language): DescribedChunk {
  const { positions, length } = lexemes(embeddedText(chunk), language);
  const described = { ...chunk, terms: vectorOfTerms(positions), words: length };
  const lexemesOf = (title: string): readonly string[] => [...lexemes(title, language).positions.keys()];
  if (chunk.record !== null) {
    const type = entityType({ ...chunk.record, text: chunk.body });
    const mention = (label: string): NewMention => ({ name: normalName(label), label, role: 2, type, spans: [] });
    return { ...described, titleMentions: recordNames.map(mention), titleLexemes: recordNames.map(lexemesOf) };
  }
  const title = titleOf(chunk);
  // Without the titles of other chunks, which are not all known yet.
  const names = chunkNames({ title, text: chunk.body, language }, () => false);
  const titles = names.filter(({ role }) => role > 0);
  const own = titles.find(({ role }) => role === 2)?.label ?? '';
  return { ...described, titleMentions: titles.map(mentionOf), titleLexemes: [lexemesOf(own)] };
}

/** What the chunk is about, as its headings say; empty when they say nothing. */
export function titleOf({ heading, body }: Pick<CutChunk, 'heading' | 'body'>): string {
  const own = startsWithHeading(body) ? (body.split('\n', 1)[0] ?? '').replaceAll('#', '').trim() : '';
  return own === '' ? nearestHeading(heading) : own;
}

export function mentionOf({ name, label, role, spans }: ChunkName): NewMention {
  return { name, label, role, type: null, spans: spans.flatMap(({ start, end }) => [start, end]) };
}
