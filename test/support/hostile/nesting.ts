/** Nesting as deep as the size has room for, closed or not. */
import { makeDocx, paragraph } from '../documents/docx.ts';
import { makeEpub } from '../documents/epub.ts';
import { makeOdf } from '../documents/odf.ts';
import { line, makePptx, shape } from '../documents/pptx.ts';
import type { Random } from '../random.ts';
import { makeZip } from '../documents/zip.ts';
import { fill } from './file.ts';
import type { Idea } from './file.ts';

const HTML = [
  'div',
  'ul><li',
  'ol><li',
  'blockquote',
  'table><tr><td',
  'b',
  'b><i',
  'a',
  'span',
  'font',
  'svg><g',
  'math',
  'pre',
  'dl><dd',
];
const MANY_LINES = '<p>a';

/** Opens, says something, and closes in half of the cases. */
function nested(random: Random, size: number, open: string, close: string, inner = 'x'): string {
  const depth = Math.max(1, Math.floor(size / (open.length + close.length)));
  return open.repeat(depth) + inner + (random.chance(0.5) ? close.repeat(depth) : '');
}

/**
 * Always closed, for formats that are refused otherwise; no deeper than `most`, and then filled up with what lies
 * inside.
 */
function closed(size: number, open: string, close: string, inner: string, most = 240): string {
  const depth = Math.max(1, Math.min(most, Math.floor(size / (open.length + close.length))));
  return open.repeat(depth) + fill(inner, size - depth * (open.length + close.length)) + close.repeat(depth);
}

const tags = (name: string): [string, string] => [
  `<${name}>`,
  name
    .split('><')
    .toReversed()
    .map((tag) => `</${tag}>`)
    .join(''),
];

export const NESTING_IDEAS: readonly Idea[] = [
  {
    name: 'nested.html',
    make: (random, size) => Buffer.from(`<!doctype html>${nested(random, size, ...tags(random.pick(HTML)))}`),
  },
  {
    name: 'deep-and-long.html',
    make: (random, size) => Buffer.from(`<!doctype html>${closed(size, ...tags(random.pick(HTML)), MANY_LINES, 380)}`),
  },
  { name: 'nested.xml', make: (random, size) => Buffer.from(nested(random, size, '<a>', '</a>')) },
  {
    name: 'nested.json',
    make: (random, size) => {
      const [open, close] = random.pick([['[', ']'] as const, ['{"a":', '}'] as const, ['[{"a":[', ']}]'] as const]);
      return Buffer.from(nested(random, size, open, close, '1'));
    },
  },
  {
    name: 'deep-and-long.json',
    make: (random, size) => Buffer.from(closed(size, '[', ']', '[1],', random.whole(20, 2000)).replace('],]', ']]')),
  },
  {
    name: 'nested.rtf',
    make: (random, size) =>
      Buffer.from(
        `{\\rtf1 ${nested(random, size, random.pick(['{', '{\\b ', '{\\*\\x ', '{\\field{\\fldrslt ']), '}')}}`,
      ),
  },
  {
    name: 'nested.md',
    make: (random, size) => Buffer.from(nested(random, size, random.pick(['> ', '- ', '1. ', '[', '![', '*a ']), '')),
  },
  {
    name: 'nested.docx',
    make: (random, size) => {
      const [open, close] = random.pick([
        ['<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>'] as const,
        ['<w:sdt><w:sdtContent>', '</w:sdtContent></w:sdt>'] as const,
        ['<w:ins>', '</w:ins>'] as const,
      ]);
      return makeDocx(closed(size * 4, open, close, paragraph('x'), 80));
    },
  },
  {
    name: 'equations.docx',
    make: (_random, size) =>
      makeDocx(
        `<w:p><m:oMath>${closed(size, '<m:f><m:num>', '</m:num></m:f>', '<m:r><m:t>x</m:t></m:r>', 120)}</m:oMath></w:p>`,
      ),
  },
  {
    name: 'nested.pptx',
    make: (_random, size) => makePptx([{ shapes: closed(size * 4, '<p:grpSp>', '</p:grpSp>', shape(line('x')), 200) }]),
  },
  {
    name: 'nested.odt',
    make: (random, size) => {
      const [open, close] = random.pick([
        ['<text:list><text:list-item>', '</text:list-item></text:list>'] as const,
        ['<text:section>', '</text:section>'] as const,
        [
          '<table:table><table:table-row><table:table-cell>',
          '</table:table-cell></table:table-row></table:table>',
        ] as const,
      ]);
      return makeOdf('text', closed(size * 4, open, close, '<text:p>x</text:p>', 80));
    },
  },
  {
    name: 'spans.odt',
    make: (_random, size) =>
      makeOdf('text', `<text:p>${closed(size * 4, '<text:span>', '</text:span>', 'x*', 240)}</text:p>`),
  },
  {
    name: 'nested.epub',
    make: (random, size) => makeEpub([closed(size * 4, ...tags(random.pick(HTML)), '<p>x</p>', 380)]),
  },
  {
    name: 'multiparts.eml',
    make: (_random, size) => {
      const parts: string[] = [];
      for (let sum = 0; sum < size; sum += parts.at(-1)?.length ?? 0) {
        const boundary = `b${parts.length}`;
        parts.push(`Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n--${boundary}\r\n`);
      }
      return Buffer.from(`From: a@b.org\r\n${parts.join('')}`);
    },
  },
  {
    name: 'messages.eml',
    make: (_random, size) => Buffer.from(fill('From: a@b.org\r\nContent-Type: message/rfc822\r\n\r\n', size)),
  },
  {
    name: 'archives.zip',
    make: (random, size) => {
      let inner = makeZip({ 'a.txt': fill('tides ', size * 10) });
      const copies = random.whole(2, 12);
      for (let depth = 0; depth < random.whole(2, 6); depth++) {
        const bytes = inner;
        inner = makeZip(Object.fromEntries(Array.from({ length: copies }, (_, index) => [`${index}.zip`, bytes])));
      }
      return inner;
    },
  },
];
