import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measuredWords } from '../../../engines/text/words.ts';

test('scripts without spaces have words of the usual length', () => {
  assert.deepEqual(measuredWords('潮水轉動磨坊。每天'), ['潮水', '轉動', '磨坊', '每天']);
  assert.deepEqual(measuredWords('タービンの水'), ['ター', 'ビン', 'の水']);
  assert.equal(measuredWords('น้ำขึ้นน้ำลงหมุนโรงสี').length, 5);
});

test('other scripts have the words between their spaces, beside Chinese ones too', () => {
  assert.deepEqual(measuredWords('naïve tide_mill, 2nd: 물레방아 돈다'), [
    'naïve',
    'tide_mill',
    '2nd',
    '물레방아',
    '돈다',
  ]);
  assert.deepEqual(measuredWords('2020年TPU漢字'), ['2020', '年', 'TPU', '漢字']);
  assert.deepEqual(measuredWords(' – '), []);
});
