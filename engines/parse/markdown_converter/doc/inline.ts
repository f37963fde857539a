/** The characters of a paragraph as inline content. */
import { symbolContent } from '../shared/word/symbols.ts';
import { text, type Block, type Format, type Inline } from '../../documents/markdown/model.ts';
import { characterProperties, type CharacterProperties } from './character-properties.ts';
import type { DocContext, Range } from './context.ts';
import { runAt } from './formatted-pages.ts';
import { readPicture } from '../shared/ole/drawing-pictures.ts';
import { pieceAt } from './text.ts';
import { append } from '../../documents/append.ts';

export interface InlineContent {
  readonly line: Inline[];
  /** Text boxes anchored in the paragraph. */
  readonly anchored: Block[];
}

export function readInline(range: Range, style: number, context: DocContext): InlineContent {
  const line: Inline[] = [];
  const anchored: Block[] = [];
  for (const { start, end, properties } of formattedRuns(range, style, context)) {
    let pending = '';
    let hidden = false;
    const flush = (): void => {
      if (pending !== '') line.push(text(pending, formatOf(properties, context)));
      pending = '';
    };
    for (let place = start; place < end; place++) {
      const character = context.text.characters.charAt(place);
      if (FIELD_MARKS.includes(character)) {
        flush();
        append(line, followField(character, line, context));
        continue;
      }
      if (context.fields.isInInstruction) {
        context.fields.addInstruction(character);
        continue;
      }
      if (properties.isDeleted && !context.showsDeletions) continue;
      if (properties.isHidden && !context.showsHidden) {
        hidden ||= character.trim() !== '';
        continue;
      }
      const shown = plainCharacter(character, properties);
      if (shown !== null) {
        pending += shown;
        continue;
      }
      flush();
      if (character === '\v') line.push({ kind: 'break' });
      else line.push(...readSpecial(character, place, properties, context, anchored));
    }
    flush();
    if (hidden) context.omissions.hide('texts');
  }
  return { line, anchored };
}

function formatOf({ format, isDeleted }: CharacterProperties, { fields }: DocContext): Format {
  return { ...format, href: fields.link, strike: format.strike || isDeleted };
}

const FIELD_MARKS = '\u0013\u0014\u0015';

/** What is shown for a field that ends without a result. */
function followField(mark: string, line: readonly Inline[], { fields }: DocContext): readonly Inline[] {
  if (mark === '\u0013') fields.begin();
  else if (mark === '\u0014') fields.separate(line);
  else return fields.end(line);
  return [];
}

/** The text of a character; empty for one without text, `null` for one that represents an object. */
function plainCharacter(character: string, { isSpecial, symbol }: CharacterProperties): string | null {
  if (isSpecial && symbol !== null) return null;
  if (character >= ' ' || character === '\t') return character === '\u00ad' ? '' : character;
  switch (character) {
    case '\u001e':
      return '-';
    case '\u001f':
      return '';
    case '\v':
      return null;
    default:
      return isSpecial ? null : '';
  }
}

function readSpecial(
  character: string,
  place: number,
  { picture, symbol, format }: CharacterProperties,
  context: DocContext,
  anchored: Block[],
): Inline[] {
  if (symbol !== null) return symbolContent(symbol.code, symbol.font, format);
  if (character === '\u0001' && picture >= 0) {
    const src = readPicture(context.file.data, picture, context.pictures);
    return src === null ? [] : [{ kind: 'image', alt: '', src, href: context.fields.link }];
  }
  if (character === '\u0002') {
    const label = context.noteAt(place);
    return label === null ? [] : [{ kind: 'note', label }];
  }
  if (character === '\u0008') {
    const box = context.textBoxAt(place);
    if (box !== null) append(anchored, context.readBlocks(box, context));
  }
  return [];
}

/**
 * Splits a range where the formatting changes. Runs are given by file offset, and pieces can be anywhere in the file.
 */
function* formattedRuns(
  { start, end }: Range,
  style: number,
  { text: docText, characterRuns, styles, fonts }: DocContext,
): Generator<Range & { readonly properties: CharacterProperties }> {
  for (let index = pieceAt(docText, start); index < docText.pieces.length; index++) {
    const piece = docText.pieces[index];
    if (piece === undefined || piece.start >= end) return;
    const last = Math.min(end, piece.end);
    for (let place = Math.max(start, piece.start); place < last;) {
      const offset = piece.offset + (place - piece.start) * piece.width;
      const run = characterRuns[runAt(characterRuns, offset)];
      const left = run === undefined ? last - place : Math.ceil((run.end - offset) / piece.width);
      const runEnd = Math.min(last, place + Math.max(1, left));
      const properties = characterProperties(run?.properties ?? Buffer.alloc(0), style, styles, fonts);
      yield { start: place, end: runEnd, properties };
      place = runEnd;
    }
  }
}
