/**
 * Adds outputs to a model that make reading its large output unnecessary: of 18,710 probabilities per time step, only
 * the best is needed. Protobuf merges parts of a message that occur twice, so nodes and outputs are simply appended to
 * the file.
 */

import { attribute, ELEMENT_TYPE, GRAPH, METADATA, MODEL, node } from './onnx-fields.ts';
import { fieldsOf, integer, message, text, textsOf } from './protobuf.ts';

/** A value info: name, then type → tensor type → element type. */
const output = (name: string, type: keyof typeof ELEMENT_TYPE): Uint8Array =>
  message(GRAPH.output, text(1, name), message(2, message(1, integer(1, ELEMENT_TYPE[type]))));

/**
 * Adds two outputs to the model, `best_class` (int64) and `best_probability`, over the last of the three axes of
 * `source`.
 */
export function withBestOf(model: Uint8Array, source: string): Uint8Array {
  const axis = 2;
  const added = message(
    MODEL.graph,
    node('ArgMax', [source], 'best_class', attribute('axis', 'integer', axis), attribute('keepdims', 'integer', 0)),
    node(
      'ReduceMax',
      [source],
      'best_probability',
      attribute('axes', 'integers', axis),
      attribute('keepdims', 'integer', 0),
    ),
    output('best_class', 'int64'),
    output('best_probability', 'float'),
  );
  return Buffer.concat([model, added]);
}

/** A string of the model's metadata; `null` when absent. */
export function metadataOf(model: Uint8Array, key: string): string | null {
  for (const { number, content } of fieldsOf(model)) {
    if (number !== MODEL.metadata) continue;
    const entry = fieldsOf(content);
    if (textsOf(entry, METADATA.key).includes(key)) return textsOf(entry, METADATA.value).join('');
  }
  return null;
}
