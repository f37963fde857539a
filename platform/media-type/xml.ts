/** Types of XML documents. */

const DOCBOOK = 'application/docbook+xml';
const JATS = 'application/jats+xml';

/** Vocabularies by file extension, for fragments and files without a declaration. */
const BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries({
    docbook: DOCBOOK,
    docbook4: DOCBOOK,
    docbook5: DOCBOOK,
    dbk: DOCBOOK,
    jats: JATS,
    nxml: JATS,
    fb2: 'application/x-fictionbook+xml',
    opml: 'text/x-opml',
  }),
);

/**
 * Roots of DocBook's parts, which are files of their own without a document type. Its paragraph is no other
 * vocabulary's with such roots.
 */
const DOCBOOK_PARTS = /^(?:book|article|part|chapter|preface|appendix|section|sect[1-5]|refentry|refsect[1-3])$/;
const DOCBOOK_PARAGRAPH = /<para[\s>]/;

/** OpenDocument in one file of XML, templates included. */
const FLAT_OPEN_DOCUMENT =
  /:mimetype\s*=\s*["'](application\/vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation))(?:-template)?["']/;

/** Where a root element is looked for, in characters. */
const SEARCHED = 10_000;

/**
 * The type of a text that begins like XML: by its document type, namespace, root element or extension. `null` for
 * other texts, and for HTML.
 */
export function xmlType(text: string, extension: string): string | null {
  if (!/^\s*<[?!A-Za-z]/.test(text)) return null;
  const { doctype, root } = prolog(text.slice(0, SEARCHED));
  if (/\/\/DTD DocBook/i.test(doctype)) return DOCBOOK;
  if (/-\/\/NLM\/\/DTD/i.test(doctype)) return JATS;
  const name = /^<(?:[\w.-]+:)?([\w.-]+)/.exec(root)?.[1] ?? '';
  if (/\sxmlns(?::[\w.-]+)?\s*=\s*["']http:\/\/docbook\.org\/ns\/docbook["']/.test(root)) return DOCBOOK;
  const [, openDocument] = FLAT_OPEN_DOCUMENT.exec(root) ?? [];
  if (name === 'document' && openDocument !== undefined) return `${openDocument}-flat-xml`;
  if (name === 'FictionBook') return 'application/x-fictionbook+xml';
  if (name === 'opml') return 'text/x-opml';
  if (name === 'svg') return 'image/svg+xml';
  // The article of both vocabularies has the same name.
  if (name === 'article' && /\s(article-type|dtd-version)\s*=|\sxmlns:mml\s*=/.test(root)) return JATS;
  if (name === 'article' && /<article-meta[\s/>]/.test(text)) return JATS;
  if (DOCBOOK_PARTS.test(name) && DOCBOOK_PARAGRAPH.test(text)) return DOCBOOK;
  return BY_EXTENSION.get(extension) ?? null;
}

/** The document type declaration and the tag of the root element; empty where there is none. */
function prolog(text: string): { doctype: string; root: string } {
  const skipped = /\s+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>/y;
  const declared = /<!DOCTYPE(?:[^>[]|\[[^\]]*\])*>/iy;
  let doctype = '';
  let at = 0;
  for (;;) {
    skipped.lastIndex = at;
    declared.lastIndex = at;
    if (skipped.test(text)) {
      at = skipped.lastIndex;
    } else if (doctype === '' && declared.test(text)) {
      doctype = text.slice(at, declared.lastIndex);
      at = declared.lastIndex;
    } else {
      return { doctype, root: /<[A-Za-z_][^<>]*/y.exec(text.slice(at))?.[0] ?? '' };
    }
  }
}
