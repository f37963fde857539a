/** Lists and their levels, in the model of the DOCX reader. */
import type { Level, List } from '../shared/word/list-counters.ts';
import type { DocFile } from './file.ts';

/** By number, as OOXML names them. */
const FORMATS =
  'decimal upperRoman lowerRoman upperLetter lowerLetter ordinal cardinalText ordinalText hex chicago ideographDigital japaneseCounting aiueo iroha decimalFullWidth decimalHalfWidth japaneseLegal japaneseDigitalTenThousand decimalEnclosedCircle decimalFullWidth2 aiueoFullWidth irohaFullWidth decimalZero bullet ganada chosung decimalEnclosedFullstop decimalEnclosedParen decimalEnclosedCircleChinese ideographEnclosedCircle ideographTraditional ideographZodiac ideographZodiacTraditional taiwaneseCounting ideographLegalTraditional taiwaneseCountingThousand taiwaneseDigital chineseCounting chineseLegalSimplified chineseCountingThousand decimal koreanDigital koreanCounting koreanLegal koreanDigital2 hebrew1 arabicAlpha hebrew2 arabicAbjad hindiVowels hindiConsonants hindiNumbers hindiCounting thaiLetters thaiNumbers thaiCounting vietnameseCounting numberInDash russianLower russianUpper'.split(
    ' ',
  );
const NO_NUMBER = 255;
const MAX_START = 1_000_000;
const LIST_BYTES = 28;
const OVERRIDE_BYTES = 16;

/** Lists by the index that paragraphs refer to, from 1. */
export function readLists(file: DocFile): Map<number, List> {
  try {
    return readOverrides(file.part('listOverrides'), readDefinitions(file));
  } catch (error) {
    // A damaged list loses its numbers, but the document is still read.
    if (error instanceof RangeError) return new Map();
    throw error;
  }
}

function readDefinitions(file: DocFile): Map<number, Map<number, Level>> {
  const heads = file.part('lists');
  const definitions = new Map<number, Map<number, Level>>();
  if (heads.length < 2) return definitions;
  let at = file.endOf('lists');
  for (let i = 0; i < heads.readUInt16LE(0); i++) {
    const head = 2 + i * LIST_BYTES;
    const isSimple = ((heads[head + 26] ?? 0) & 1) === 1;
    const levels = new Map<number, Level>();
    for (let index = 0; index < (isSimple ? 1 : 9); index++) {
      const { level, end } = readLevel(file.table, at);
      levels.set(index, level);
      at = end;
    }
    definitions.set(heads.readInt32LE(head), levels);
  }
  return definitions;
}

function readLevel(table: Buffer, at: number): { level: Level; end: number } {
  const flags = table.readUInt8(at + 5);
  const format = table.readUInt8(at + 4);
  const text = at + 28 + table.readUInt8(at + 24) + table.readUInt8(at + 25);
  const length = table.readUInt16LE(text);
  const end = text + 2 + length * 2;
  return {
    level: {
      format: format === NO_NUMBER ? 'none' : (FORMATS[format] ?? 'decimal'),
      // The numbers of levels are characters 0 to 8 of the label.
      // oxlint-disable-next-line no-control-regex
      pattern: table.toString('utf16le', text + 2, end).replace(/[\0-\u0008]/g, (c) => `%${c.charCodeAt(0) + 1}`),
      start: Math.min(MAX_START, table.readUInt32LE(at)),
      style: null,
      isLegal: ((flags >> 2) & 1) === 1,
      restartsAfter: ((flags >> 3) & 1) === 1 ? table.readUInt8(at + 26) : null,
    },
    end,
  };
}

function readOverrides(part: Buffer, definitions: ReadonlyMap<number, Map<number, Level>>): Map<number, List> {
  const lists = new Map<number, List>();
  if (part.length < 4) return lists;
  const count = Math.min(part.readUInt32LE(0), Math.floor((part.length - 4) / OVERRIDE_BYTES));
  let at = 4 + count * OVERRIDE_BYTES;
  for (let index = 0; index < count; index++) {
    const head = 4 + index * OVERRIDE_BYTES;
    const definition = part.readInt32LE(head);
    const levels = new Map(definitions.get(definition) ?? []);
    const restarts = new Map<number, number>();
    at += 4;
    for (let left = part[head + 12] ?? 0; left > 0 && at + 8 <= part.length; left--) {
      const flags = part.readUInt32LE(at + 4);
      const level = flags & 15;
      if ((flags & 16) !== 0) restarts.set(level, Math.min(MAX_START, part.readUInt32LE(at)));
      at += 8;
      if ((flags & 32) === 0) continue;
      const replaced = readLevel(part, at);
      levels.set(level, replaced.level);
      at = replaced.end;
    }
    lists.set(index + 1, { id: String(index + 1), definition: String(definition), levels, restarts });
  }
  return lists;
}
