/** OpenDocument texts, spreadsheets and presentations (ODT, ODS, ODP) to Markdown, read straight from their XML. */
import { ServiceError } from '../../../../errors/index.ts';
import { documentOf } from '../../documents/document.ts';
import type { ParseContext, ParsedDocument, ParseInput } from '../../documents/types.ts';
import { writeBlocks } from '../../documents/markdown/blocks.ts';
import { headingTitle } from '../../documents/markdown/model.ts';
import { descend, walk, type XmlElement } from '../../documents/xml.ts';
import { PackagePictures } from '../shared/package-pictures.ts';
import { Omissions } from '../../documents/omissions.ts';
import { isTitle, readBlocks } from './blocks.ts';
import type { OdfContext } from './context.ts';
import { readForms } from './controls.ts';
import { ListCounters } from './lists.ts';
import { openOdf, readMetadata } from './package.ts';
import { textHeaders } from './page-headers.ts';
import { writePresentation } from './presentation.ts';
import { writeSheets } from './spreadsheet.ts';
import { readStyles } from './styles.ts';
import { TrackedChanges } from './tracked-changes.ts';

/** Throws `encrypted`, `corrupt`, `too_large`, and `empty` when there is neither text nor a picture. */
export function convertOdf(input: ParseInput, { signal }: ParseContext): ParsedDocument {
  const file = openOdf(input.bytes);
  const content = file.xml('content.xml');
  const body = descend(content ?? undefined, 'office:body');
  if (body === undefined) throw new ServiceError('corrupt', 'The file contains no OpenDocument content.');

  const styles = readStyles([file.xml('styles.xml'), content]);
  const pictures = new PackagePictures(input.options, file.read);
  const hasTitle = [...walk(body)].some(
    ({ name, attributes }) => name === 'text:p' && isTitle(styles.chain('paragraph', attributes['text:style-name'])),
  );
  const context: OdfContext = {
    file,
    styles,
    pictures,
    options: input.options,
    counters: new ListCounters(styles),
    changes: new TrackedChanges(descend(body, 'office:text'), input.options.tracked_changes),
    omissions: new Omissions(descend(body, 'office:spreadsheet') === undefined ? 'document' : 'workbook'),
    controls: readForms(body),
    shown: new Set(),
    notes: [],
    headingShift: hasTitle ? 1 : 0,
    page: null,
    shownSheets: new Set(),
    readBlocks,
  };
  const { markdown, title, ...facts } = writeBody(body, content, context, signal);
  if (markdown === '') throw context.omissions.empty('The document has no visible content.');
  const metadata = readMetadata(file);
  return documentOf(`${markdown}\n`, {
    ...metadata,
    ...facts,
    title: metadata.title ?? title,
    images: pictures.images,
    warnings: [...facts.warnings, ...context.omissions.warnings, ...pictures.warnings],
  });
}

function writeBody(
  body: XmlElement,
  content: XmlElement | null,
  context: OdfContext,
  signal: AbortSignal,
): Pick<ParsedDocument, 'title' | 'pages' | 'warnings'> & { readonly markdown: string } {
  const spreadsheet = descend(body, 'office:spreadsheet');
  if (spreadsheet !== undefined) {
    return { markdown: writeSheets(spreadsheet, content, context), title: null, pages: [], warnings: [] };
  }
  const presentation = descend(body, 'office:presentation');
  if (presentation !== undefined) {
    const { markdown, blocks, pages, warnings } = writePresentation(presentation, context, signal);
    return { markdown, title: headingTitle(blocks), pages, warnings };
  }
  const blocks = readBlocks(body, context);
  const { head, foot } = textHeaders(body, context.file.xml('styles.xml') ?? content, context);
  const markdown = writeBlocks([...head, ...blocks, ...foot, ...context.notes], context.options.tables);
  return { markdown, title: headingTitle(blocks), pages: [], warnings: [] };
}
