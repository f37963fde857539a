/** Speaker notes and reviewers' comments. */
import type { Block } from '../../documents/markdown/model.ts';
import { commentBlocks, plainParagraphs, remarkBlocks } from '../../documents/markdown/remarks.ts';
import { descend, textOf, walk, type XmlElement } from '../../documents/xml.ts';
import type { SlideContext } from './context.ts';
import { isOmittedFurniture } from './furniture.ts';
import { placeholderOf } from './placeholders.ts';
import { readText } from '../shared/drawingml/text.ts';

/** The speaker notes and other text on their page, as a quote; empty without any. */
export function readNotes(context: SlideContext): Block[] {
  const { file, relationships } = context;
  const part = [...relationships.values()].find(({ type }) => type === 'notesSlide')?.target;
  const notes = part === undefined ? null : file.xml(part);
  if (part === undefined || notes === null) return [];
  const own = file.relationships(part);
  const blocks = [...walk(notes, ({ name }) => name !== 'mc:Fallback')]
    .filter((shape) => shape.name === 'p:sp' && !isOmittedFurniture(shape, placeholderOf(shape), context))
    .flatMap((shape) => readText(descend(shape, 'p:txBody'), { relationships: own, styles: [] }));
  return remarkBlocks('Notes:', blocks);
}

/** Names of comment authors, by ID. */
export type Authors = ReadonlyMap<string, string>;

/** `list` is the part with the authors; older files use `p:cmAuthor`. */
export function readAuthors(list: XmlElement | null): Authors {
  const authors = [...walk(list ?? undefined)].filter(({ name }) => /(^|:)(cmAuthor|author)$/.test(name));
  return new Map(authors.map(({ attributes }) => [attributes['id'] ?? '', attributes['name'] ?? '']));
}

/** Comments and their replies, each as a quote. */
export function readComments({ file, relationships }: SlideContext, authors: Authors): Block[] {
  return [...relationships.values()]
    .filter(({ type }) => /^comments?$/.test(type))
    .flatMap(({ target }) => [...walk(file.xml(target) ?? undefined)])
    .filter(({ name }) => /(^|:)(cm|reply)$/.test(name))
    .flatMap(({ attributes, children }): Block[] => {
      const own = {
        name: '',
        attributes: {},
        children: children.filter((child) => typeof child !== 'object' || !/reply/i.test(child.name)),
      };
      const written = [...walk(own)]
        .filter(({ name }) => name === 'p:text' || name === 'a:t')
        .map(textOf)
        .join(' ');
      const time = attributes['dt'] ?? attributes['created'] ?? '';
      const author = authors.get(attributes['authorId'] ?? '') ?? '';
      return commentBlocks({ author, time }, plainParagraphs([written]));
    });
}
