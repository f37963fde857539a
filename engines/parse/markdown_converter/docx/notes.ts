/** Footnotes and endnotes, whose text is placed at the end. */
import type { Block } from '../../documents/markdown/model.ts';
import { childrenBy } from '../../documents/xml.ts';
import type { DocxContext } from './context.ts';

/** Texts of the referenced notes. */
export function readNotes(context: DocxContext): Block[] {
  return context.notes.all.flatMap(({ kind, id, label }) => {
    const part = context.file.related(context.mainPart, `${kind}s`);
    const notes = part === null ? null : context.file.xml(part);
    const note = childrenBy(notes ?? undefined, `w:${kind}`, 'w:id').get(id);
    if (part === null || note === undefined) return [];
    const blocks = context.readBlocks(note, { ...context, relationships: context.file.relationships(part) });
    return blocks.length === 0 ? [] : [{ kind: 'note', label, blocks }];
  });
}
