/** The web reader: the main content of one page as Markdown, and the page's metadata. */
import { serialize } from 'parse5';
import { ServiceError } from '../../../errors/index.ts';
import { readBlocks } from '../markdown_converter/html/blocks.ts';
import { limitDepth } from '../markdown_converter/html/dom.ts';
import { baseOf } from '../markdown_converter/html/links.ts';
import { languageTag, readMetadata, splitNames, timestamp } from '../markdown_converter/html/metadata.ts';
import { parseHtml } from '../markdown_converter/html/parse.ts';
import { parsePage } from '../markdown_converter/html/page.ts';
import { writeBlocks } from '../shared/markdown/blocks.ts';
import { text, type Block } from '../shared/markdown/model.ts';
import { documentOf } from '../document.ts';
import type { ParseContext, ParsedDocument, ParseInput } from '../types.ts';
import { withoutBoilerplate } from './boilerplate.ts';
import { findMainContent } from './main-content.ts';
import { removeFurniture } from './page-furniture.ts';

const MEDIA_TYPES = ['text/html', 'application/xhtml+xml'];

/**
 * Reads a page. The Markdown starts with the title as its only `#` heading, unless the content has its own. Throws
 * `empty` when no main content is found (the page may need its scripts, or is a list of links), and
 * `unsupported_type` for anything but a page.
 */
export async function readPage(input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  if (!MEDIA_TYPES.includes(input.mediaType)) {
    throw new ServiceError('unsupported_type', `The web reader does not read ${input.mediaType}.`, {
      media_type: input.mediaType,
      supported: MEDIA_TYPES,
    });
  }
  context.signal.throwIfAborted();
  const page = parsePage(input);
  const metadata = readMetadata(page, input.url);
  removeFurniture(page);
  limitDepth(page);
  const main = findMainContent(serialize(page));
  const content = main === null ? [] : readBlocks(parseHtml(main.html), baseOf(metadata.baseElement, input.url));
  if (main === null || writeBlocks(content) === '') {
    throw new ServiceError('empty', 'No main content was found on the page.');
  }

  const title = metadata.title ?? main.title;
  const authors = metadata.authors.length > 0 ? metadata.authors : splitNames(main.byline ?? '').filter(Boolean);
  const language = metadata.language ?? languageTag(main.language);
  const blocks = withoutBoilerplate(content, { title, authors, language, url: input.url });
  const properties = { description: main.description, site_name: main.siteName };
  return documentOf(`${writeBlocks(withTitle(blocks, title))}\n`, {
    title,
    authors,
    language,
    createdAt: metadata.createdAt ?? timestamp(main.publishedAt),
    properties: { ...known(properties), ...metadata.properties },
  });
}

function withTitle(blocks: readonly Block[], title: string | null): readonly Block[] {
  const hasTitle = blocks.some((block) => block.kind === 'heading' && block.level === 1);
  return hasTitle || title === null ? blocks : [{ kind: 'heading', level: 1, content: [text(title)] }, ...blocks];
}

function known(properties: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}
