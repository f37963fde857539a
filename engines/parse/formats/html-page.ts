/**
 * A document as one HTML file: it loads nothing and runs no script, which its policy also forbids. Markup in the
 * Markdown is safe already (`untrusted/markdown.ts`).
 */
import { createHash } from 'node:crypto';
import type { Token } from 'markdown-it';
import { html } from '../../report/html.ts';
import { DIALECT, inlineHtml } from '../../text/markdown/dialect.ts';
import { linesOf } from '../../text/markdown/lines.ts';
import { cellsOf } from '../../text/markdown/tables.ts';
import type { FormatSource } from './document-blocks.ts';
import { piecesOf } from './markdown-blocks.ts';
import { FileOutput } from '../documents/file-output.ts';

/** An image of the document, to be part of the file. */
export interface Embedded {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface HtmlSource extends FormatSource {
  readonly title: string | null;
  readonly language: string | null;
  readonly images: readonly Embedded[];
}

const STYLE = `body{max-width:50rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}
img{max-width:100%}pre{overflow-x:auto}table{border-collapse:collapse}
th,td{border:1px solid #999;padding:.2rem .5rem;vertical-align:top;text-align:left}
blockquote{margin-left:0;padding-left:1rem;border-left:.2rem solid #999}.footnote{font-size:.875rem}`;
const styleHash = createHash('sha256').update(STYLE).digest('base64');
const POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

/** Throws `output_too_large`. */
export function htmlPage({ markdown, title, language, images }: HtmlSource): Uint8Array {
  const output = new FileOutput('document.html');
  const pictures = new Pictures(images);
  const head = html`<meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title ?? 'Document'}</title>`;
  const root = language === null ? html`<html>` : html`<html lang="${language}">`;
  output.add(`<!doctype html>\n${root.text}<head>${head.text}<style>${STYLE}</style></head><body>\n`);
  for (const piece of piecesOf(markdown)) {
    if (piece.kind === 'text') {
      output.add(pictures.embed(DIALECT.renderer.render(piece.tokens.map(withLabel), DIALECT.options, {})));
    } else if (piece.kind === 'html_table') {
      output.add(pictures.embed(`${piece.markdown}\n`));
    } else {
      for (const row of pipeRows(piece.markdown)) output.add(pictures.embed(row));
    }
  }
  output.add('</body></html>\n');
  return output.bytes();
}

/** The label of a footnote is its title. */
function withLabel(token: Token): Token {
  if (token.type === 'footnote_open') token.attrSet('title', token.info);
  return token;
}

function* pipeRows(markdown: string): Generator<string> {
  const lines = linesOf(markdown);
  const head = cellsOf(lines.next().value?.text ?? '');
  lines.next(); // It only separates.
  yield `<table>\n${rowOf('th', head)}`;
  for (const { text } of lines) yield rowOf('td', cellsOf(text).slice(0, head.length));
  yield '</table>\n';
}

const rowOf = (tag: 'th' | 'td', cells: readonly string[]): string =>
  `<tr>${cells.map((text) => `<${tag}>${inlineHtml(text)}</${tag}>`).join('')}</tr>\n`;

/** A picture that is referred to again and again is embedded until the file has this many characters of pictures. */
const MAX_EMBEDDED = 64 * 1024 * 1024;

class Pictures {
  readonly #images: ReadonlyMap<string, Embedded>;
  #left = MAX_EMBEDDED;

  constructor(images: readonly Embedded[]) {
    this.#images = new Map(images.map((image) => [image.name, image]));
  }

  /** The HTML with its pictures; only the description remains of those that are not embedded. */
  embed(written: string): string {
    return written.replaceAll(/(?<=<img )src="images\/([^"]*)"/g, (_, name: string) => {
      const image = this.#images.get(name);
      if (image === undefined) return '';
      const data = Buffer.from(image.bytes).toString('base64');
      this.#left -= data.length;
      return this.#left < 0 ? '' : `src="data:${image.mediaType};base64,${data}"`;
    });
  }
}
