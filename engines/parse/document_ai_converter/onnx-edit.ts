/**
 * Adds to a model what spares reading its large output: of 18,710 probabilities a time step only the best is wanted.
 * In protobuf, parts of a message that are given twice are merged, so that nodes and outputs are simply appended to the file.
 */

/** Wire type of strings, bytes and messages. */
const DELIMITED = 2;

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest & 127) | (rest > 127 ? 128 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return bytes;
}

const message = (field: number, ...parts: Uint8Array[]): Uint8Array => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([...varint((field << 3) | DELIMITED), ...varint(content.length)]), content]);
};

const text = (field: number, value: string): Uint8Array => message(field, Buffer.from(value));

const integer = (field: number, value: number): Uint8Array => Buffer.from([...varint(field << 3), ...varint(value)]);

/** Field numbers of `onnx.proto`. */
const MODEL_GRAPH = 7;
const GRAPH_NODE = 1;
const GRAPH_OUTPUT = 12;
const NODE = { input: 1, output: 2, type: 4, attribute: 5 } as const;
const ATTRIBUTE = { name: 1, integer: 3, integers: 8, type: 20 } as const;
const ATTRIBUTE_TYPE = { integer: 2, integers: 7 } as const;
const ELEMENT_TYPE = { float: 1, int64: 7 } as const;

const attribute = (name: string, kind: 'integer' | 'integers', value: number): Uint8Array =>
  message(
    NODE.attribute,
    text(ATTRIBUTE.name, name),
    integer(ATTRIBUTE[kind], value),
    integer(ATTRIBUTE.type, ATTRIBUTE_TYPE[kind]),
  );

const node = (type: string, input: string, output: string, ...attributes: Uint8Array[]): Uint8Array =>
  message(GRAPH_NODE, text(NODE.input, input), text(NODE.output, output), text(NODE.type, type), ...attributes);

/** A value info: name, then type → tensor type → element type. */
const output = (name: string, type: keyof typeof ELEMENT_TYPE): Uint8Array =>
  message(GRAPH_OUTPUT, text(1, name), message(2, message(1, integer(1, ELEMENT_TYPE[type]))));

/** The model with two more outputs, `best_class` (int64) and `best_probability`, over the last of the three axes of `source`. */
export function withBestOf(model: Uint8Array, source: string): Uint8Array {
  const axis = 2;
  const added = message(
    MODEL_GRAPH,
    node('ArgMax', source, 'best_class', attribute('axis', 'integer', axis), attribute('keepdims', 'integer', 0)),
    node(
      'ReduceMax',
      source,
      'best_probability',
      attribute('axes', 'integers', axis),
      attribute('keepdims', 'integer', 0),
    ),
    output('best_class', 'int64'),
    output('best_probability', 'float'),
  );
  return Buffer.concat([model, added]);
}

/** A string of the model's metadata, which stands near the end of the file; `null` when it is not there. */
export function metadataOf(model: Uint8Array, key: string): string | null {
  const file = Buffer.from(model.buffer, model.byteOffset, model.byteLength);
  const head = Buffer.concat([text(1, key), Buffer.from([(2 << 3) | DELIMITED])]);
  const found = file.lastIndexOf(head);
  if (found === -1) return null;
  let at = found + head.length;
  let length = 0;
  for (let shift = 0, byte = 128; byte >= 128; shift += 7) {
    byte = file[at++] ?? 0;
    length |= (byte & 127) << shift;
  }
  return file.toString('utf8', at, at + length);
}
