/** The catalog of warnings: by code, when a document has it. docs/parsing.md has the same table. */
import type { ErrorCode } from '../../../errors/index.ts';

export const WARNINGS = {
  page_unreadable: 'A page or slide is damaged or missing, and was left out.',
  no_text_layer: 'A page is a picture and its text was not recognized.',
  text_layer_poor: 'The text layer of a page cannot be relied on.',
  script_not_read: 'Recognition found lines on a page that it cannot read, for example in another script.',
  script_unsupported: 'A page is in a script that recognition does not know, and was left out.',
  text_dropped: 'The layout of a page would have lost text, so the page is returned line by line.',
  layout_skipped: 'A page has too many words for layout, so it is returned line by line.',
  pages_omitted: 'Pages or slides beyond a limit were left out.',
  pages_missing: 'The file declares more pages than it has.',
  page_range_widened: 'Pages between the requested ranges are included.',
  incomplete: 'A remote service converted only a part of the document.',
  images_omitted: 'A page has more pictures than are extracted from a document.',
  pictures_omitted: 'Pictures beyond a limit were left out.',
  attachments_ignored: 'Files attached to a PDF were not read.',
  hidden_omitted: 'Hidden slides, sheets, rows or columns were left out.',
  objects_omitted: 'Charts, controls, embedded files or other objects were left out.',
  formulas_shown: 'Cells whose value the file does not have show their formula.',
  sheet_unreadable: 'A sheet is missing from the file.',
  chapter_missing: 'A chapter that a book names is missing from its file.',
  preview_read: 'Only the preview of an Apple document was read.',
  fields_omitted: 'Memo fields of a dBase table, whose text is in another file, were left out.',
  files_omitted: 'Files of an archive beyond a limit were left out.',
  invalid_json: 'A JSON file cannot be parsed and is shown as text.',
  include_omitted: 'Files that the document includes were not read.',
  drawing_omitted: 'Drawings made of LaTeX commands were left out.',
  macros_omitted: 'Expanding the macros of a LaTeX document exceeded a limit.',
  script_omitted: 'Scripts of a Typst document were not evaluated.',
  untrusted_html: 'Markdown or HTML that could act in a browser was made harmless.',
  tables_omitted: 'Tables beyond a limit are not CSV files.',
  rendered: 'A browser rendered the page.',
  not_rendered: 'A page was not rendered although its HTML lacks its text or the request asks for it.',
  wait_for_missed: 'What `options.wait_for` waits for did not appear in time.',
  sitemap_unreadable: 'A sitemap of a site could not be read.',
  links_omitted: 'A site has more addresses than a crawl records.',
} as const;

/** Of a file in an archive or a message that was skipped, the code says with which error. */
export type WarningCode = keyof typeof WARNINGS | `nested_${ErrorCode}`;
