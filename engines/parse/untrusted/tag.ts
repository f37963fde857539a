/**
 * Decides which HTML is allowed in Markdown: formatting tags, and attributes that neither execute nor overlay
 * anything.
 */
import { isSafeWritten } from './address.ts';
import { take } from './scan.ts';

const TAGS = new Set(
  (
    'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del ' +
    'details dfn div dl dt ' +
    'em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav nobr ol p ' +
    'picture pre q rp rt ' +
    'ruby s samp section small source span strike strong sub summary sup table tbody td tfoot th thead time tr ' +
    'tt u ul var wbr'
  ).split(' '),
);

const ATTRIBUTES = new Set(
  (
    'abbr align alt aria-label bgcolor border cellpadding cellspacing class color cols colspan datetime ' +
    'decoding dir face headers height hspace id ' +
    'label lang loading media name noshade nowrap open referrerpolicy rel reversed role rows rowspan rules ' +
    'scope size sizes span start summary ' +
    'target title translate type valign value vspace width'
  ).split(' '),
);

/** Attributes with an address; `srcset` has several. */
const ADDRESSES = new Set(['href', 'src', 'srcset', 'cite']);

const NAME = /[a-z][a-z\d-]*/iy;
const ATTRIBUTE = /[a-z_:][\w.:-]*/iy;
const VALUE = /=(?:"[^"<>`\r\n]*"|'[^'<>`\r\n]*'|[^\s"'=<>`]+)/y;
const SPACE = /[ \t]*/y;
const LINE_END = /\r?\n/y;
const INDENT = / */y;
/** First characters of the markers of quotes and list items. */
const CONTAINER = /[>*+\-\d\t]/;
const END = /\/?>/y;

/** An allowed tag. */
export interface Tag {
  readonly end: number;
  /** The tag without disallowed attributes; `null` when it can stay unchanged. */
  readonly rewritten: string | null;
}

/**
 * The tag at `at`, if it is allowed, complete and unambiguous to every renderer: no angle bracket or backtick in its
 * attributes, no blank line. Reads no further than the next `<`.
 */
export function readTag(text: string, at: number): Tag | null {
  const isClosing = text[at + 1] === '/';
  const name = take(NAME, text, at + (isClosing ? 2 : 1));
  if (!TAGS.has(name.toLowerCase())) return null;
  let end = at + (isClosing ? 2 : 1) + name.length;
  let kept = text.slice(at, end);
  let isKept = true;
  for (;;) {
    const start = end;
    end = skipSpace(text, end);
    const close = take(END, text, end);
    if (close !== '') return { end: end + close.length, rewritten: isKept ? null : kept + close };
    const attribute = end === start || isClosing ? '' : take(ATTRIBUTE, text, end);
    if (attribute === '') return null;
    const value = take(VALUE, text, end + attribute.length);
    end += attribute.length + value.length;
    if (isAllowed(attribute.toLowerCase(), value)) kept += text.slice(start, end);
    else isKept = false;
  }
}

function isAllowed(name: string, value: string): boolean {
  if (!ADDRESSES.has(name)) return ATTRIBUTES.has(name);
  const address = value.replace(/^=["']?/, '').replace(/["']$/, '');
  return (name === 'srcset' ? address.split(',') : [address]).every((each) => isSafeWritten(each));
}

/** Skips white space. A tag continues on the next line if that cannot end its block. */
function skipSpace(text: string, at: number): number {
  const end = at + take(SPACE, text, at).length;
  const lineEnd = take(LINE_END, text, end);
  if (lineEnd === '') return end;
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const indent = take(INDENT, text, lineStart).length;
  const next = take(INDENT, text, end + lineEnd.length).length;
  if (CONTAINER.test(text.charAt(lineStart + indent)) || next < indent) return at;
  return end + lineEnd.length + take(SPACE, text, end + lineEnd.length).length;
}
