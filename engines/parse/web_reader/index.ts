/** The web reader: the main content of one page as Markdown, and the page's metadata. */
import { ServiceError } from '../../../errors/index.ts';
import { readDecoded, type TextInput } from '../documents/charset/decode.ts';
import { limitDepth } from '../documents/html/dom.ts';
import { convertHtml } from '../documents/whole-page/convert.ts';
import { baseOf } from '../documents/html/links.ts';
import { languageTag, readMetadata, splitNames, timestamp } from '../documents/html/metadata.ts';
import { parsePage } from '../documents/html/page.ts';
import { writeBlocks } from '../documents/markdown/blocks.ts';
import { headingTitle } from '../documents/markdown/model.ts';
import { HTML_TYPES, isHtml } from '../catalog.ts';
import { documentOf } from '../documents/document.ts';
import type { ParseContext, ParsedDocument, ParseInput } from '../documents/types.ts';
import { withoutBoilerplate } from './article/boilerplate.ts';
import { withoutShareLinks } from './article/share-links.ts';
import { readContent } from './content.ts';
import { withTitle } from './title.ts';

/**
 * Reads a page as its kind needs: an article, a thread, a product. The Markdown starts with the title as its only `#`
 * heading, unless the content has its own. With `main_content: false`, all of the page is converted as it is. Throws
 * `empty` when the page has no text (it may need its scripts), and `unsupported_type` for anything but a page.
 */
export async function readPage(input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  return readDecoded(input, (decoded) => readPageText(decoded, context));
}

/** As {@link readPage}, of a page that is decoded. */
export function readPageText(input: TextInput, context: ParseContext): ParsedDocument {
  if (!isHtml(input.mediaType)) {
    throw new ServiceError('unsupported_type', `The web reader does not read ${input.mediaType}.`, {
      media_type: input.mediaType,
      supported: HTML_TYPES,
    });
  }
  context.signal.throwIfAborted();
  if (!input.options.main_content) return convertHtml(input);
  const page = parsePage(input, { scripts: false });
  const metadata = readMetadata(page, input.url);
  limitDepth(page);
  const {
    blocks: content,
    article,
    properties,
  } = readContent(page, input.url, baseOf(metadata.baseElement, input.url));
  if (writeBlocks(content) === '') throw new ServiceError('empty', 'No main content was found on the page.');

  const title = metadata.title ?? article?.title ?? headingTitle(content);
  const authors = metadata.authors.length > 0 ? metadata.authors : splitNames(article?.byline ?? '').filter(Boolean);
  const language = metadata.language ?? languageTag(article?.language ?? null);
  const facts = { title, authors, language, url: input.url };
  const shown = withoutShareLinks(content);
  const blocks = article === null ? shown : withoutBoilerplate(shown, facts);
  return documentOf(`${writeBlocks(withTitle(blocks, title))}\n`, {
    title,
    authors,
    language,
    createdAt: metadata.createdAt ?? timestamp(article?.publishedAt ?? null),
    properties: {
      ...known({ description: article?.description, site_name: article?.siteName }),
      ...metadata.properties,
      ...properties,
    },
  });
}

function known(properties: Readonly<Record<string, string | null | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(properties).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
