/** FictionBook 2. */
import { languageTag, timestamp } from '../../documents/html/metadata.ts';
import { PLAIN, type Block } from '../../documents/markdown/model.ts';
import { propertiesOf } from '../../documents/properties.ts';
import { childrenOf, descend, type XmlElement } from '../../documents/xml.ts';
import type { Facts, Special, Vocabulary, XmlContext } from './context.ts';
import { eachWords, wordsOf } from './inline.ts';
import { blockRoles, inlineRoles } from './roles.ts';

export const FICTIONBOOK: Vocabulary = {
  blocks: blockRoles([
    ['hidden', 'description binary stylesheet empty-line'],
    ['section', 'section'],
    ['title', 'title subtitle'],
    ['flow', 'p text-author date'],
    ['group', 'annotation poem'],
    ['quote', 'cite epigraph'],
    ['lines', 'stanza'],
    ['table', 'table'],
  ]),
  inline: inlineRoles([
    ['bold', 'strong'],
    ['italic', 'emphasis'],
    ['strike', 'strikethrough'],
    ['monospace', 'code'],
    ['sub', 'sub'],
    ['sup', 'sup'],
    ['link', 'a'],
    ['image', 'image'],
  ]),
  special: new Map<string, Special>([['body', readBody]]),
  facts: readFacts,
};

/** A title of the whole book moves the parts one level down. Notes that the text refers to come at its end. */
function readBody(body: XmlElement, _level: number | null, context: XmlContext): Block[] {
  const children = childrenOf(body).filter(({ attributes }) => !context.notes.isReferred(attributes['id'] ?? ''));
  if (children.every(({ name }) => name !== 'section') && isNotes(body)) return [];
  const level = wordsOf(descend(body, 'title')) === '' ? 0 : 1;
  return context.flow({ ...body, children }, PLAIN, level);
}

const isNotes = (body: XmlElement): boolean => body.attributes['name'] !== undefined;

/** Defines the notes of a book: the sections of its named bodies, without their numbers as titles. */
export function defineNotes(root: XmlElement, context: XmlContext): void {
  const sections = childrenOf(root, 'body')
    .filter(isNotes)
    .flatMap((body) => childrenOf(body, 'section'));
  for (const section of sections) {
    const { id } = section.attributes;
    const note = { ...section, children: childrenOf(section).filter(({ name }) => name !== 'title') };
    if (id !== undefined) context.notes.define(id, () => context.flow(note, PLAIN, null));
  }
}

function readFacts(root: XmlElement): Facts {
  const info = descend(root, 'description', 'title-info');
  const date = descend(info, 'date');
  const namesOf = (role: string): string[] =>
    childrenOf(info, role)
      .map((person) => ['first-name', 'middle-name', 'last-name'].flatMap((part) => eachWords(person, part)).join(' '))
      .filter((name) => name !== '');
  const properties = propertiesOf([
    ['description', wordsOf(descend(info, 'annotation'))],
    ['publisher', wordsOf(descend(root, 'description', 'publish-info', 'publisher'))],
    ['keywords', wordsOf(descend(info, 'keywords'))],
    ['translators', namesOf('translator').join(', ')],
    ['series', descend(info, 'sequence')?.attributes['name']],
  ]);
  return {
    title: wordsOf(descend(info, 'book-title')) || null,
    authors: namesOf('author'),
    language: languageTag(wordsOf(descend(info, 'lang')) || null),
    createdAt: timestamp(date?.attributes['value'] ?? (wordsOf(date) || null)),
    properties,
  };
}
