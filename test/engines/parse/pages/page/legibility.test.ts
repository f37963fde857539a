import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { illegibility } from '../../../../../engines/parse/pages/page/legibility.ts';
import { linesOf, pageOf, wordsOf } from '../../../../support/documents/words.ts';

const TEXT = [
  'Tides rise and fall twice a day because the moon pulls at the water of the oceans, and the mills',
  'along the coast once took their power from this movement: a gate let the water in while the sea rose,',
  'and the wheel turned when it ran out again.',
];
const reasonFor = (lines: readonly string[], unmapped = 0) =>
  illegibility({ ...pageOf(linesOf(lines, 72, 100)), unmapped });

describe('a text layer is legible', () => {
  it('when it has words, also few, or numbers alone', () => {
    assert.equal(reasonFor(TEXT), null);
    assert.equal(reasonFor(['Übersée 12']), null);
    assert.equal(reasonFor(Array.from({ length: 30 }, () => '1.204 3.450 XKCD 7')), null);
    assert.equal(
      reasonFor(['Все люди рождаются свободными и равными в своем достоинстве и правах, они наделены разумом']),
      null,
    );
  });
});

describe('a text layer is poor', () => {
  it('when more than .08 of its characters have no meaning', () => {
    const length = TEXT.join('').replaceAll(' ', '').length;
    assert.equal(reasonFor(TEXT, Math.floor(length * 0.08)), null);
    assert.match(reasonFor(TEXT, Math.ceil(length * 0.1)) ?? '', /fonts/);
  });

  it('when its letters are those of another encoding', () => {
    const latin = Buffer.from('ÂñåÀþäèÐîæäàþòñÿÑâîáîäíûìèÈÐàâíûìèÂÑâîåìÄîñòîèíñòâåÈÏðàâàõ', 'utf8').toString();
    assert.match(reasonFor([latin, latin]) ?? '', /encoding/);
  });

  it('when its letters make no words', () => {
    const moved = TEXT.join(' ').replace(/[a-z]/gi, (letter) => {
      const first = letter < 'a' ? 65 : 97;
      return String.fromCodePoint(first + ((letter.charCodeAt(0) - first + 3) % 26));
    });
    assert.match(reasonFor([moved, moved]) ?? '', /no words/);
  });

  it('when its words run together, or are torn into letters', () => {
    assert.match(reasonFor(TEXT.map((line) => line.replace(/[^a-z]/gi, ''))) ?? '', /run together/);
    const torn = wordsOf(Array.from(TEXT.join('').replace(/[^a-z]/gi, '')).join(' '), 72, 100);
    assert.match(illegibility(pageOf(torn)) ?? '', /torn/);
  });
});
