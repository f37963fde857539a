import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { numberLabel } from '../../../../../engines/parse/markdown_converter/shared/drawingml/bullets.ts';
import { formatNumber } from '../../../../../engines/parse/markdown_converter/shared/word/numerals.ts';
import { makeDocx, paragraph } from '../../../../support/documents/docx.ts';
import { DOCX, markdownOf } from '../../../../support/documents/parse.ts';

const CASES: readonly (readonly [format: string, number: number, written: string])[] = [
  ['ordinal', 1, '1st'],
  ['ordinal', 12, '12th'],
  ['ordinal', 103, '103rd'],
  ['ordinalText', 1, 'First'],
  ['ordinalText', 20, 'Twentieth'],
  ['ordinalText', 32, 'Thirty-second'],
  ['ordinalText', 112, 'One hundred twelfth'],
  ['cardinalText', 21, 'Twenty-one'],
  ['cardinalText', 1000, 'One thousand'],
  ['001, 002, 003, ...', 7, '007'],
  ['00001, 00002, 00003, ...', 123, '00123'],
  ['hex', 255, 'FF'],
  ['chicago', 2, '†'],
  ['chicago', 5, '**'],
  ['numberInDash', 3, '- 3 -'],
  ['decimalFullWidth', 10, '１０'],
  ['decimalEnclosedCircle', 20, '⑳'],
  ['decimalEnclosedCircle', 21, '21'],
  ['ideographDigital', 12, '一二'],
  ['chineseCountingThousand', 12, '十二'],
  ['chineseCountingThousand', 110, '一百一十'],
  ['chineseCountingThousand', 1005, '一千〇五'],
  ['chineseCountingThousand', 20_003, '二万〇三'],
  ['chineseLegalSimplified', 12, '壹拾贰'],
  ['japaneseCounting', 21, '二十一'],
  ['japaneseCounting', 111, '百十一'],
  ['koreanCounting', 25, '이십오'],
  ['koreanLegal', 12, '열둘'],
  ['ideographZodiacTraditional', 13, '丙子'],
  ['aiueo', 2, 'ｲ'],
  ['irohaFullWidth', 2, 'ロ'],
  ['ganada', 3, '다'],
  ['hebrew1', 15, 'טו'],
  ['hebrew1', 344, 'שמד'],
  ['hebrew1', 518, 'תקיח'],
  ['hebrew2', 10, 'י'],
  ['arabicAlpha', 3, 'ت'],
  ['arabicAbjad', 3, 'ج'],
  ['thaiNumbers', 10, '๑๐'],
  ['hindiNumbers', 9, '९'],
  ['russianUpper', 10, 'К'],
  ['of another program', 4, '4'],
];

test('numbers are written in the format of their list', () => {
  for (const [format, number, written] of CASES) assert.equal(formatNumber(number, format), written, format);
});

test('presentations have names of their own for formats', () => {
  assert.equal(numberLabel(2, 'hebrew2Minus'), 'ב-');
  assert.equal(numberLabel(3, 'circleNumDbPlain'), '③');
  assert.equal(numberLabel(11, 'ea1ChsPeriod'), '十一.');
});

describe('levels of a list', () => {
  const level = (index: number, format: string, text: string, more = ''): string =>
    `<w:lvl w:ilvl="${index}"><w:start w:val="1"/>${format}${more}<w:lvlText w:val="${text}"/></w:lvl>`;
  const named = (format: string): string => `<w:numFmt w:val="${format}"/>`;
  const numbering = (...levels: string[]): string =>
    `<w:abstractNum w:abstractNumId="0">${levels.join('')}</w:abstractNum>` +
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>';
  const body = (levels: readonly number[]): string =>
    levels.map((index) => paragraph('x', `<w:numPr><w:ilvl w:val="${index}"/><w:numId w:val="1"/></w:numPr>`)).join('');
  const convert = (levels: readonly number[], definition: string): Promise<string> =>
    markdownOf(makeDocx(body(levels), { numbering: definition }), { mediaType: DOCX });

  test('restart after the level that they name, or never', async () => {
    const never = numbering(
      level(0, named('decimal'), 'Part %1'),
      level(1, named('decimal'), '§ %2', '<w:lvlRestart w:val="0"/>'),
    );
    assert.equal(await convert([0, 1, 0, 1], never), '- Part 1 x\n  - § 1 x\n- Part 2 x\n  - § 2 x');
    const afterFirst = numbering(
      level(0, named('decimal'), '%1:'),
      level(1, named('decimal'), '%2:'),
      level(2, named('decimal'), '%3:', '<w:lvlRestart w:val="1"/>'),
    );
    assert.equal(
      await convert([0, 1, 2, 1, 2, 0, 1, 2], afterFirst),
      '- 1: x\n  - 1: x\n    - 1: x\n  - 2: x\n    - 2: x\n- 2: x\n  - 1: x\n    - 1: x',
    );
  });

  test('a sample stands for the format where older versions have another', async () => {
    const custom =
      '<mc:AlternateContent><mc:Choice Requires="w14"><w:numFmt w:val="custom" w:format="001, 002, 003, ..."/>' +
      '</mc:Choice><mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent>';
    assert.equal(await convert([0, 0], numbering(level(0, custom, '[%1]'))), '- [001] x\n- [002] x');
  });
});
