import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_PARSE_OPTIONS } from '../../../../../engines/parse/options.ts';
import { layOutDocument } from '../../../../../engines/parse/document_ai_converter/layout/document.ts';
import { samePaper } from '../../../../../engines/parse/pages/page/paper.ts';
import { recognizedWord } from '../../../../../engines/parse/pages/page/word.ts';

describe('pages recognized from pixels', () => {
  const words = (text: string, y: number, size: number) =>
    text.split(' ').map((word, index) =>
      recognizedWord({
        text: word,
        x0: 72 + index * 40,
        x1: 108 + index * 40,
        y0: y - size,
        y1: y + 2,
        baseline: y,
        fontSize: size,
        bold: false,
        font: 'seen',
        confidence: 0.9,
      }),
    );

  it('are laid out like pages of a file', () => {
    const page = {
      width: 612,
      height: 792,
      words: [...words('Tide mills', 150, 20), ...words('water moves the wheel of the mill', 200, 10)],
      rotated: [],
      unmapped: 0,
      drawings: { horizontal: [], vertical: [], rectangles: [], imageShare: 1 },
      structure: null,
      paper: samePaper(612, 792),
    };
    const { markdown, pages, places } = layOutDocument([{ number: 3, page }], DEFAULT_PARSE_OPTIONS);
    assert.equal(markdown, '# Tide mills\n\nwater moves the wheel of the mill\n');
    assert.deepEqual(pages, [{ page: 3, start: 0, end: markdown.length - 1 }]);
    assert.deepEqual(places[0], {
      start: 0,
      end: 12,
      confidence: 0.9,
      boxes: [{ page: 3, x0: 72, y0: 130, x1: 148, y1: 152 }],
    });
  });

  it('keep the letters of right-to-left words in the order in which they were recognized', () => {
    const word = {
      x0: 72,
      x1: 140,
      y0: 140,
      y1: 152,
      baseline: 150,
      fontSize: 10,
      bold: false,
      font: 'seen',
      confidence: 1,
    };
    const page = {
      width: 612,
      height: 792,
      words: [recognizedWord({ ...word, text: 'שלום' })],
      rotated: [],
      unmapped: 0,
      drawings: { horizontal: [], vertical: [], rectangles: [], imageShare: 1 },
      structure: null,
      paper: samePaper(612, 792),
    };
    assert.equal(layOutDocument([{ number: 1, page }], DEFAULT_PARSE_OPTIONS).markdown, 'שלום\n');
  });
});
