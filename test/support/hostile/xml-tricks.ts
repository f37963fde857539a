/** Entities, attributes, namespaces and other means of XML, in every format that is made of it. */
import { makeDocx } from '../documents/docx.ts';
import { makeEpub } from '../documents/epub.ts';
import type { Random } from '../random.ts';
import { makeZip } from '../documents/zip.ts';
import { fill } from './file.ts';
import type { Idea } from './file.ts';

/** A whole part of the document, given its declarations and its content. */
type Part = (declarations: string, content: string, attributes: string) => Uint8Array;

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const OFFICE =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ' +
  'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"';

const PARTS: Readonly<Record<string, Part>> = {
  xml: (declarations, content, attributes) =>
    Buffer.from(`<?xml version="1.0"?>${declarations}<a${attributes}>${content}</a>`),
  html: (declarations, content, attributes) =>
    Buffer.from(`${declarations}<!doctype html><p${attributes}>${content}</p>`),
  docx: (declarations, content, attributes) =>
    makeDocx('', {
      others: {
        'word/document.xml':
          `${declarations}<w:document ` +
          `${W}><w:body><w:p${attributes}><w:r><w:t>${content}</w:t></w:r></w:p></w:body></w:document>`,
      },
    }),
  odt: (declarations, content, attributes) =>
    makeZip({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml':
        `${declarations}<office:document-content ` +
        `${OFFICE}><office:body><office:text><text:p${attributes}>${content}</text:p></office:text></office:body></office:document-content>`,
    }),
  epub: (declarations, content, attributes) => makeEpub([`${declarations}<p${attributes}>${content}</p>`]),
};

interface Pieces {
  readonly declarations?: string;
  readonly content?: string;
  readonly attributes?: string;
}

const TRICKS: Readonly<Record<string, (random: Random, size: number) => Pieces>> = {
  laughs: (random) => {
    const names = Array.from({ length: random.whole(8, 25) }, (_, index) => `e${index}`);
    const entities = names.map(
      (name, index) => `<!ENTITY ${name} "${index === 0 ? 'lol' : fill(`&e${index - 1};`, 50)}">`,
    );
    return { declarations: `<!DOCTYPE a [${entities.join('')}]>`, content: `&${names.at(-1)};` };
  },
  'one-entity': (_random, size) => ({
    declarations: `<!DOCTYPE a [<!ENTITY e "${fill('tides ', size / 2)}">]>`,
    content: fill('&e;', size / 2),
  }),
  'entity-in-itself': () => ({ declarations: '<!DOCTYPE a [<!ENTITY e "&f;"><!ENTITY f "&e;">]>', content: '&e;' }),
  'entity-from-file': () => ({
    declarations: '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
    content: '&e;',
  }),
  attributes: (_random, size) => ({
    attributes: Array.from({ length: Math.floor(size / 12) }, (_, index) => ` a${index}="x"`).join(''),
  }),
  'same-attribute': (_random, size) => ({ attributes: fill(' a="x"', size) }),
  'long-attribute': (random, size) => ({
    attributes: ` title="${fill(random.pick(['x', '&#10;', '&amp;', ' ']), size)}"`,
  }),
  namespaces: (_random, size) => ({
    attributes: Array.from({ length: Math.floor(size / 20) }, (_, index) => ` xmlns:n${index}="u"`).join(''),
  }),
  'long-name': (_random, size) => ({ content: `<${fill('a', size)}/>` }),
  comments: (random, size) => ({
    content: fill(random.pick(['<!-- - -->', '<!---->', '<?a b?>', '<![CDATA[x]]>']), size),
  }),
  unclosed: (random, size) => ({
    content: fill(random.pick(['<!--', '<![CDATA[', '<?', '<a', '&', '<!DOCTYPE a [']), size),
  }),
  'number-signs': (random, size) => ({
    content: fill(random.pick(['&#x110000;', '&#0;', '&#xD800;', '&#9999999999;']), size),
  }),
  siblings: (random, size) => ({
    content: fill(random.pick(['<a/>', '<w:br/>', '<text:s text:c="100000000"/>', '<text:tab/>']), size),
  }),
};

export const XML_IDEAS: readonly Idea[] = Object.entries(TRICKS).flatMap(([trick, write]) =>
  Object.entries(PARTS).map(([extension, part]) => ({
    name: `${trick}.${extension}`,
    make: (random: Random, size: number) => {
      const { declarations = '', content = 'x', attributes = '' } = write(random, size);
      return part(declarations, content, attributes);
    },
  })),
);
