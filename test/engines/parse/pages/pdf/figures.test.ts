import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withDescriptions } from '../../../../../engines/parse/pages/pdf/figures.ts';

it('a figure describes the first picture in it, and stands alone without one', () => {
  const box = { x0: 0, y0: 0, x1: 100, y1: 100 };
  const pictures = [
    { kind: 'picture', name: 'a.png', description: '', ...box },
    { kind: 'picture', name: 'b.png', description: '', ...box },
  ] as const;
  const elsewhere = { x0: 200, y0: 0, x1: 300, y1: 100 };
  const described = withDescriptions(pictures, [
    { description: 'A mill', ...box },
    { description: 'A weir', ...elsewhere },
  ]);
  assert.deepEqual(
    described.map(({ name, description }) => [name, description]),
    [
      ['a.png', 'A mill'],
      ['b.png', ''],
      [null, 'A weir'],
    ],
  );
});
