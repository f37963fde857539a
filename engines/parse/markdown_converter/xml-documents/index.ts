/** Converts documents in XML vocabularies: DocBook, JATS and FictionBook. */
import { headingTitle, PLAIN } from '../../documents/markdown/model.ts';
import type { ParsedDocument } from '../../documents/types.ts';
import type { TextInput } from '../../documents/charset/decode.ts';
import { textContent } from '../../documents/html/dom.ts';
import { parseHtml } from '../../documents/html/parse.ts';
import { Notes } from '../../documents/markdown/notes.ts';
import { parseXmlRoots, textOf, walk, type XmlElement } from '../../documents/xml.ts';
import { Pictures } from '../shared/pictures.ts';
import { documentOfBlocks } from '../shared/blocks-document.ts';
import { readFlow } from './blocks.ts';
import type { Vocabulary, XmlContext } from './context.ts';
import { DOCBOOK } from './docbook.ts';
import { defineNotes, FICTIONBOOK } from './fictionbook.ts';
import { titleOf } from './inline.ts';
import { JATS } from './jats.ts';

/** Throws `corrupt` for a file without XML or with too deep nesting, and `empty` without text. */
export const convertDocBook = (input: TextInput): ParsedDocument => convert(input, DOCBOOK);
export const convertJats = (input: TextInput): ParsedDocument => convert(input, JATS);
export const convertFictionBook = (input: TextInput): ParsedDocument => convert(input, FICTIONBOOK);

function convert(input: TextInput, vocabulary: Vocabulary): ParsedDocument {
  const roots = parseXmlRoots(replaceEntities(input.text));
  const pictures = new Pictures(input.options);
  const whole: XmlElement = { name: '', attributes: {}, children: roots };
  const context = createContext(whole, vocabulary, pictures);
  for (const root of roots) defineNotes(root, context);
  for (const note of walk(whole)) {
    const { id } = note.attributes;
    if (note.name === 'fn' && id !== undefined) context.notes.define(id, () => context.flow(note, PLAIN, null));
  }
  const text = context.flow(whole, PLAIN, 0);
  const facts = roots[0] === undefined ? {} : vocabulary.facts(roots[0]);
  return documentOfBlocks([...text, ...context.notes.blocks()], input, {
    ...facts,
    title: facts.title ?? headingTitle(text),
    images: pictures.all,
  });
}

/**
 * Replaces entities that document types define, such as `&mdash;`, by the characters of HTML; not the five of XML, nor
 * markup.
 */
function replaceEntities(xml: string): string {
  const characters = new Map<string, string>();
  return xml.replace(/&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z][A-Za-z0-9]{1,30};/g, (entity) => {
    const known = characters.get(entity) ?? textContent(parseHtml(entity));
    characters.set(entity, known);
    return /[<&]/.test(known) ? entity : known;
  });
}

/** Many references to one large element must not read it as many times. */
function memoize<T>(compute: (key: string) => T): (key: string) => T {
  const known = new Map<string, { readonly value: T }>();
  return (key) => {
    const found = known.get(key) ?? { value: compute(key) };
    known.set(key, found);
    return found.value;
  };
}

function createContext(whole: XmlElement, vocabulary: Vocabulary, pictures: Pictures): XmlContext {
  const byId = new Map<string, XmlElement>();
  for (const element of walk(whole)) {
    const id = element.attributes['id'] ?? element.attributes['xml:id'];
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
  }
  const holding = new Map<XmlElement, boolean>();
  const context: XmlContext = {
    vocabulary,
    notes: new Notes(),
    flow: (parent, format, level) => readFlow(parent, format, level, context),
    titleOf: memoize((id) => titleOf(byId.get(id))),
    pictureAt: memoize((address) => {
      if (!address.startsWith('#')) return address;
      const binary = byId.get(address.slice(1));
      return binary?.name === 'binary' ? pictures.add(Buffer.from(textOf(binary), 'base64'), address.slice(1)) : null;
    }),
    holdsBlock(element) {
      const known = holding.get(element);
      if (known !== undefined) return known;
      const holds = element.children.some(
        (child) =>
          typeof child !== 'string' &&
          (vocabulary.blocks.has(child.name) || vocabulary.special.has(child.name) || context.holdsBlock(child)),
      );
      holding.set(element, holds);
      return holds;
    },
  };
  return context;
}
