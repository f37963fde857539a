/** Reviewers' comments on cells. */
import type { Block } from '../../documents/markdown/model.ts';
import { commentBlocks, plainParagraphs } from '../../documents/markdown/remarks.ts';
import type { OoxmlPackage } from '../shared/ooxml/package.ts';
import type { Note } from '../shared/workbook/cell-content.ts';
import { readBinaryNotes } from './binary-notes.ts';
import { childrenOf, descend, textOf, walk, type XmlElement } from '../../documents/xml.ts';

/** The comments of a sheet's part: threads rather than the notes that replace them for older programs. */
export function readComments(file: OoxmlPackage, part: string, people: ReadonlyMap<string, string>): Block[] {
  const related = (type: string): string[] =>
    [...file.relationships(part).values()]
      .filter((relationship) => relationship.type === type)
      .map(({ target }) => target);
  const threads = related('threadedComment').flatMap((target) => childrenOf(file.xml(target) ?? undefined));
  const threaded = new Set(threads.map(({ attributes }) => attributes['ref'] ?? ''));
  const notes = related('comments')
    .flatMap((target) =>
      target.endsWith('.bin')
        ? readBinaryNotes(file.read(target) ?? new Uint8Array())
        : readNotes(file.xml(target) ?? undefined),
    )
    .filter(({ on }) => !threaded.has(on));
  const replies = threads.map((thread) => ({
    on: thread.attributes['ref'] ?? '',
    author: people.get(thread.attributes['personId'] ?? '') ?? '',
    time: thread.attributes['dT'] ?? '',
    words: textOf(childrenOf(thread).find(({ name }) => /(^|:)text$/.test(name))),
  }));
  return [...replies, ...notes].flatMap(({ words, ...source }) => commentBlocks(source, plainParagraphs([words])));
}

function readNotes(list: XmlElement | undefined): Note[] {
  const authors = childrenOf(descend(list, 'authors'), 'author').map(textOf);
  return childrenOf(descend(list, 'commentList'), 'comment').map((note) => {
    const words = [...walk(descend(note, 'text'), ({ name }) => name !== 'rPh')].filter(({ name }) => name === 't');
    const author = authors[Number(note.attributes['authorId'])] ?? '';
    return { on: note.attributes['ref'] ?? '', author, time: '', words: words.map(textOf).join('') };
  });
}

/** Names of people by ID. */
export function readPeople(list: XmlElement | null): Map<string, string> {
  return new Map(
    childrenOf(list ?? undefined).map(({ attributes }) => [attributes['id'] ?? '', attributes['displayName'] ?? '']),
  );
}
