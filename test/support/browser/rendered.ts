/** What a browser would make of Markdown: rendered by readers that let HTML and every address pass. */
import MarkdownIt from 'markdown-it';
import { Marked, type MarkedExtension } from 'marked';
import { parse, type DefaultTreeAdapterMap } from 'parse5';
import { htmlPage } from '../../../engines/parse/formats/html-page.ts';

type Node = DefaultTreeAdapterMap['node'];

const TAGS = new Set(
  (
    'html head body a abbr address article aside b bdi bdo big blockquote br caption center cite code col ' +
    'colgroup dd del ' +
    'details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img input ins kbd li ' +
    'main mark nav ' +
    'nobr ol p picture pre q rp rt ruby s samp section small source span strike strong sub summary sup table ' +
    'tbody td tfoot ' +
    'th thead time tr tt u ul var wbr'
  ).split(' '),
);
const ATTRIBUTES = new Set(
  (
    'abbr align alt bgcolor border checked class color colspan datetime dir disabled face height href id lang ' +
    'name open ' +
    'rowspan scope size span src start title type valign width'
  ).split(' '),
);
const PROTOCOLS = new Set(['http:', 'https:', 'mailto:', 'tel:', 'ftp:', 'sms:', 'cid:', 'attachment:']);

const markdownIt = (preset: 'commonmark' | 'default', { linkify = false } = {}): ((markdown: string) => string) => {
  const reader = new MarkdownIt(preset, { html: true, linkify });
  reader.validateLink = () => true;
  return (markdown) => reader.render(markdown);
};
const marked = (options: MarkedExtension): ((markdown: string) => string) => {
  const reader = new Marked(options);
  return (markdown) => reader.parse(markdown, { async: false });
};

/** What stands in the body of the format `html`, which reads footnotes. */
function page(markdown: string): string {
  const bytes = htmlPage({ markdown, title: null, language: null, images: [], pages: [], places: [] });
  const html = Buffer.from(bytes).toString();
  return html.slice(html.indexOf('<body>'));
}

const READERS: Readonly<Record<string, (markdown: string) => string>> = {
  commonmark: markdownIt('commonmark'),
  tables: markdownIt('default'),
  // What it takes for a bare address may reach into the code behind it.
  'markdown-it': markdownIt('default', { linkify: true }),
  marked: marked({ gfm: true }),
  'marked with breaks': marked({ gfm: true, breaks: true }),
  'marked without GFM': marked({ gfm: false }),
  page,
};

export interface Rendered {
  /** Tags, attributes and addresses that no document may bring in, with the reader that showed them. */
  readonly forbidden: readonly string[];
  /** Values of all attributes and names of all elements, as readers show them that hold to CommonMark to the letter. */
  readonly words: readonly string[];
}

export function render(markdown: string): Rendered {
  const forbidden: string[] = [];
  const words: string[] = [];
  for (const [reader, toHtml] of Object.entries(READERS)) {
    for (const found of elements(parse(toHtml(markdown)))) {
      if (/^(commonmark|tables)$/.test(reader)) words.push(found.tag, ...found.attributes.map(({ value }) => value));
      if (!TAGS.has(found.tag)) forbidden.push(`${reader}: <${found.tag}>`);
      for (const { name, value } of found.attributes) {
        // The readers' own way to align the cells of a column.
        if (name === 'style' && /^text-align:(left|right|center)$/.test(value)) continue;
        if (!ATTRIBUTES.has(name)) forbidden.push(`${reader}: <${found.tag} ${name}="${value}">`);
        if (/^(href|src)$/.test(name) && !isAllowed(value)) forbidden.push(`${reader}: ${name}="${value}"`);
      }
    }
  }
  return { forbidden, words };
}

function isAllowed(address: string): boolean {
  const url = URL.parse(address, 'https://base.example/');
  return url === null || PROTOCOLS.has(url.protocol) || /^data:image\/(png|gif|jpeg|webp)[;,]/i.test(url.href);
}

interface Element {
  readonly tag: string;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
}

function elements(root: Node): Element[] {
  const found: Element[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('tagName' in node) found.push({ tag: node.tagName, attributes: node.attrs });
    if ('content' in node) open.push(node.content);
    if ('childNodes' in node) open.push(...node.childNodes);
  }
  return found;
}
