import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectionScale } from '../../../../../engines/parse/document_ai_converter/detection/detection.ts';

test('pictures are scaled to 130 dots per inch for detection, but not enlarged to more than one and a half times', () => {
  const page = (dpi: number) => detectionScale({ width: 8 * dpi, height: 11 * dpi, dpi });
  assert.deepEqual([page(260), page(130), page(100), page(72)], [0.5, 1, 1.3, 1.5]);
  assert.equal(detectionScale({ width: 400, height: 320, dpi: 260 }), 1.5);
});
