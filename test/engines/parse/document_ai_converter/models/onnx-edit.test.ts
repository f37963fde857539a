import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metadataOf, withBestOf } from '../../../../../engines/parse/document_ai_converter/models/onnx-edit.ts';

test('outputs are appended to a model, and its metadata stays readable', () => {
  // An empty graph, then metadata: key 1, value 2.
  const model = Buffer.concat([
    Buffer.from([0x3a, 0]),
    Buffer.from([0x72, 18, 0x0a, 9]),
    Buffer.from('character'),
    Buffer.from([0x12, 5]),
    Buffer.from('a\nb\nc'),
  ]);
  assert.equal(metadataOf(model, 'character'), 'a\nb\nc');
  assert.equal(metadataOf(model, 'dictionary'), null);
  const edited = Buffer.from(withBestOf(model, 'scores'));
  assert.deepEqual(edited.subarray(0, model.length), model);
  assert.match(edited.toString('latin1', model.length), /ArgMax.*ReduceMax.*best_class.*best_probability/s);
  assert.equal(metadataOf(edited, 'character'), 'a\nb\nc');
});
