/** The formats that are read, with their places. */
import { ARCHIVES, GZIP, TAR } from './containers.ts';
import { CALENDARS, MESSAGES, OUTLOOK, SIGNED, WINMAIL } from './mail.ts';
import { JSON_FILES, NOTEBOOKS } from './notebooks.ts';
import { FLAT_OPENDOCUMENT, OPENDOCUMENT_SHEETS, OPENDOCUMENT_SLIDES, OPENDOCUMENT_TEXTS } from './opendocument.ts';
import { PDF } from './pdf.ts';
import type { Format } from './place.ts';
import { RICH_TEXT } from './rtf.ts';
import { EXCEL, OLD_EXCEL } from './sheets.ts';
import { OLD_POWERPOINT, POWERPOINT } from './slides.ts';
import {
  DBASE,
  DOCBOOK,
  FICTIONBOOK,
  JATS,
  LATEX,
  OLD_WORD,
  OPML,
  ORG,
  PLAIN,
  RST,
  TABLES,
  TYPST,
  XML,
} from './texts.ts';
import { BOOKS, DRAWINGS, WEB_PAGES } from './web.ts';
import { WORD } from './word.ts';

export const FORMATS: readonly Format[] = [
  PDF,
  WORD,
  POWERPOINT,
  EXCEL,
  OPENDOCUMENT_TEXTS,
  OPENDOCUMENT_SHEETS,
  OPENDOCUMENT_SLIDES,
  FLAT_OPENDOCUMENT,
  RICH_TEXT,
  OLD_WORD,
  OLD_POWERPOINT,
  OLD_EXCEL,
  WEB_PAGES,
  BOOKS,
  DRAWINGS,
  MESSAGES,
  OUTLOOK,
  WINMAIL,
  SIGNED,
  CALENDARS,
  NOTEBOOKS,
  JSON_FILES,
  ARCHIVES,
  TAR,
  GZIP,
  PLAIN,
  TABLES,
  DBASE,
  DOCBOOK,
  JATS,
  FICTIONBOOK,
  XML,
  OPML,
  LATEX,
  ORG,
  RST,
  TYPST,
];
