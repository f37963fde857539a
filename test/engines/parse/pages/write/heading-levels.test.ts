import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Block } from '../../../../../engines/parse/pages/layout/blocks.ts';
import { headingLevelsOf } from '../../../../../engines/parse/pages/write/heading-levels.ts';

type Heading = Extract<Block, { kind: 'heading' }>;

const heading = (text: string, more: Partial<Heading> = {}): Heading => ({
  kind: 'heading',
  level: 'by style',
  text,
  links: [],
  fontSize: 10,
  bold: false,
  ...more,
});
const levelsOf = (...headings: Heading[]): (number | undefined)[] => {
  const levels = headingLevelsOf(headings);
  return headings.map((each) => levels.get(each));
};

describe('levels of headings', () => {
  it('follow size, then weight, then capitals, of fewer than five letters only beside longer ones', () => {
    const small = [heading('Sails', { bold: true }), heading('Corn'), heading('WHEELS', { bold: true })];
    assert.deepEqual(levelsOf(heading('Mills', { fontSize: 14 }), ...small), [1, 3, 4, 2]);
    assert.deepEqual(levelsOf(heading('FAQ'), heading('Corn')), [1, 1]);
    assert.deepEqual(levelsOf(heading('NAME'), heading('SEE ALSO'), heading('WHEELS'), heading('Corn')), [1, 1, 1, 2]);
  });

  it('are those of declared headings of the same style', () => {
    const declared = [heading('Mills', { fontSize: 14, level: 2 }), heading('Sails', { fontSize: 14 })];
    assert.deepEqual(levelsOf(...declared, heading('Corn')), [2, 2, 3]);
  });

  it('are below the title of the document', () => {
    assert.deepEqual(levelsOf(heading('Mills', { level: 'title' }), heading('Sails', { fontSize: 14 })), [1, 2]);
  });

  it('follow the depth of numbers', () => {
    const numbered = ['1 Mills', '1.1 Sails', '1.1.1 Corn', '2 Tides'].map((text) => heading(text, { bold: true }));
    assert.deepEqual(levelsOf(heading('Annals', { fontSize: 14 }), ...numbered), [1, 2, 3, 4, 2]);
  });

  it('follow the depth of the numbers of declared headings', () => {
    const declared = [heading('1 Mills', { level: 1, fontSize: 14 }), heading('1.1 Sails', { level: 2 })];
    assert.deepEqual(
      levelsOf(...declared, heading('1.1.1 Corn'), heading('1.2 Rye'), heading('Weirs')),
      [1, 2, 3, 2, 2],
    );
  });

  it('of chapters are not those of a list that counts anew', () => {
    const chapters = ['1 Mills', '1.1 Sails', '2 Tides', '2.1 Ebb'].map((text) => heading(text, { fontSize: 14 }));
    const licence = ['1. Copies', '2. Changes', '3. Names'].map((text) => heading(text));
    assert.deepEqual(levelsOf(...chapters, ...licence), [1, 2, 1, 2, 2, 2, 2]);
    const after = ['2.2 Flood', '3 Corn', '3.1 Rye', '4 Weirs'].map((text) => heading(text, { fontSize: 14 }));
    assert.deepEqual(levelsOf(...chapters, ...licence, ...after), [1, 2, 1, 2, 2, 2, 2, 2, 1, 2, 1]);
  });

  it('are 6 at most: the styles that differ least share one', () => {
    const sizes = [40, 34, 28, 22, 18, 14, 10].map((fontSize) => heading('Mills', { fontSize }));
    assert.deepEqual(levelsOf(...sizes), [1, 1, 2, 3, 4, 5, 6]);
  });
});
