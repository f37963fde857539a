/** Word 97-2007 documents (DOC) to Markdown, read straight from their streams. */
import { documentOf } from '../../documents/document.ts';
import type { ParsedDocument, ParseInput } from '../../documents/types.ts';
import { FieldStack } from '../shared/word/fields.ts';
import { writeBlocks } from '../../documents/markdown/blocks.ts';
import { headingTitle, type Block } from '../../documents/markdown/model.ts';
import type { CompoundEntry } from '../shared/ole/compound-file.ts';
import { readSummary } from '../shared/ole/summary.ts';
import { Omissions } from '../../documents/omissions.ts';
import { Pictures } from '../shared/pictures.ts';
import { blocksOf, isTitle, readBlocks } from './blocks.ts';
import { readFonts } from './character-properties.ts';
import type { DocContext } from './context.ts';
import { openDoc } from './file.ts';
import { readRuns } from './formatted-pages.ts';
import { readLists } from './lists.ts';
import { readNotes, readTextBoxes } from './notes.ts';
import { paragraphProperties } from './paragraph-properties.ts';
import { readStyles } from './styles.ts';
import { readText } from './text.ts';

/** Throws `encrypted`, `corrupt`, `unsupported_type` for versions before Word 97, and `empty`. */
export function convertDoc(root: CompoundEntry, input: ParseInput): ParsedDocument {
  const file = openDoc(root);
  const styles = readStyles(file);
  const paragraphRuns = readRuns(file, 'paragraphPages');
  const hasTitle = paragraphRuns.some(({ properties }) =>
    isTitle(paragraphProperties(properties, styles, file).style, styles),
  );
  const notes = readNotes(file);
  const referred = new Set<string>();
  const textBoxes = readTextBoxes(file);
  const opened = new Set<number>();
  const context: DocContext = {
    file,
    text: readText(file),
    paragraphRuns,
    characterRuns: readRuns(file, 'characterPages'),
    styles,
    fonts: readFonts(file),
    lists: readLists(file),
    counters: new Map(),
    fields: new FieldStack(),
    pictures: new Pictures(input.options),
    headingShift: hasTitle ? 1 : 0,
    showsDeletions: input.options.tracked_changes,
    showsHidden: input.options.hidden,
    omissions: new Omissions('document'),
    noteAt(place) {
      const label = notes.get(place)?.label ?? null;
      if (label !== null) referred.add(label);
      return label;
    },
    textBoxAt(place) {
      const box = textBoxes.get(place) ?? null;
      // A text box inside itself would recurse forever.
      if (box === null || opened.has(box.start)) return null;
      opened.add(box.start);
      return box;
    },
    readBlocks,
    blocksOf,
  };
  const blocks = readBlocks({ start: 0, end: file.stories.main }, context);
  const noteBlocks = [...notes.values()].flatMap(({ label, ...range }): Block[] =>
    referred.has(label) ? [{ kind: 'note', label, blocks: readBlocks(range, context) }] : [],
  );
  const markdown = writeBlocks([...blocks, ...noteBlocks], input.options.tables);
  if (markdown === '') throw context.omissions.empty('The document contains no text.');
  const summary = readSummary(root);
  return documentOf(`${markdown}\n`, {
    ...summary,
    title: summary.title ?? headingTitle(blocks),
    warnings: [...context.omissions.warnings, ...context.pictures.warnings],
    images: context.pictures.all,
  });
}
