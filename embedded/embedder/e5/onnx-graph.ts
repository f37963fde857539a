/**
 * Writes a model in the format of ONNX, operator sets 21 and `com.microsoft` 1. Parts of a message that are given twice
 * are merged, so that the file is a sequence of graphs of one part each: no copy of the whole is ever made.
 */
import {
  ATTRIBUTE,
  GRAPH,
  MODEL,
  NODE,
  TENSOR,
} from '../../../engines/parse/document_ai_converter/models/onnx-fields.ts';
import { integer, message, text } from '../../../engines/parse/document_ai_converter/models/protobuf.ts';

/** Element types of `onnx.proto`. */
export const ELEMENT = { float: 1, uint8: 2, int8: 3, int32: 6, int64: 7, float16: 10, int4: 22 } as const;
export type Element = (typeof ELEMENT)[keyof typeof ELEMENT];

/** Domain of the operators that ONNX Runtime adds. */
export const MICROSOFT = 'com.microsoft';

const IR_VERSION = 10;
const OPERATORS = { '': 21, [MICROSOFT]: 1 } as const;
const FIELD = { irVersion: 1, operatorDomain: 1, operatorVersion: 2, graphName: 2, input: 11, output: 12 } as const;
const ATTRIBUTE_TYPE = { float: 1, integer: 2, tensor: 4 } as const;
const ATTRIBUTE_FLOAT = 2;
const ATTRIBUTE_TENSOR = 5;
/** Four bytes. */
const WIRE_FLOAT = 5;

/** An attribute of a node: an integer, a fraction, or a tensor of one element. */
export type Attribute =
  | number
  | { readonly float: number }
  | { readonly element: Element; readonly data: ArrayBufferView };

export interface NodeOptions {
  /** Default: the operators of ONNX itself. */
  readonly domain?: typeof MICROSOFT;
  readonly attributes?: Readonly<Record<string, Attribute>>;
}

export class OnnxGraph {
  readonly #parts: Uint8Array[] = [integer(FIELD.irVersion, IR_VERSION)];

  constructor(name: string) {
    for (const [domain, version] of Object.entries(OPERATORS)) {
      const operators = [text(FIELD.operatorDomain, domain), integer(FIELD.operatorVersion, version)];
      this.#parts.push(message(MODEL.operators, ...operators));
    }
    this.#add(text(FIELD.graphName, name));
  }

  /** Adds a constant, with its elements in rows; its name. */
  constant(name: string, element: Element, shape: readonly number[], data: ArrayBufferView): string {
    this.#add(tensor(GRAPH.weights, name, element, shape, data));
    return name;
  }

  /** Adds a node; the name of its output. */
  node(type: string, inputs: readonly string[], output: string, options: NodeOptions = {}): string {
    this.nodeOfMany(type, inputs, [output], options);
    return output;
  }

  nodeOfMany(
    type: string,
    inputs: readonly string[],
    outputs: readonly string[],
    { domain, attributes = {} }: NodeOptions = {},
  ): void {
    const parts = [
      ...inputs.map((input) => text(NODE.input, input)),
      ...outputs.map((output) => text(NODE.output, output)),
      text(NODE.type, type),
      ...Object.entries(attributes).map(([name, value]) => attribute(name, value)),
      ...(domain === undefined ? [] : [text(NODE.domain, domain)]),
    ];
    this.#add(message(GRAPH.node, ...parts));
  }

  /** A dimension is a number or the name of one that varies. */
  input(name: string, element: Element, dimensions: readonly (string | number)[]): void {
    this.#add(valueInfo(FIELD.input, name, element, dimensions));
  }

  output(name: string, element: Element, dimensions: readonly (string | number)[]): void {
    this.#add(valueInfo(FIELD.output, name, element, dimensions));
  }

  /** The file, in parts. */
  get parts(): readonly Uint8Array[] {
    return this.#parts;
  }

  #add(part: Uint8Array): void {
    this.#parts.push(message(MODEL.graph, part));
  }
}

function tensor(
  field: number,
  name: string,
  element: Element,
  shape: readonly number[],
  data: ArrayBufferView,
): Uint8Array {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return message(
    field,
    ...shape.map((size) => integer(TENSOR.dimension, size)),
    integer(TENSOR.type, element),
    text(TENSOR.name, name),
    message(TENSOR.bytes, bytes),
  );
}

function attribute(name: string, value: Attribute): Uint8Array {
  const of = (type: keyof typeof ATTRIBUTE_TYPE, content: Uint8Array): Uint8Array =>
    message(NODE.attribute, text(ATTRIBUTE.name, name), content, integer(ATTRIBUTE.type, ATTRIBUTE_TYPE[type]));
  if (typeof value === 'number') return of('integer', integer(ATTRIBUTE.integer, value));
  if ('float' in value) return of('float', float(ATTRIBUTE_FLOAT, value.float));
  return of('tensor', tensor(ATTRIBUTE_TENSOR, name, value.element, [1], value.data));
}

function float(field: number, value: number): Uint8Array {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8(field * 8 + WIRE_FLOAT);
  bytes.writeFloatLE(value, 1);
  return bytes;
}

function valueInfo(
  field: number,
  name: string,
  element: Element,
  dimensions: readonly (string | number)[],
): Uint8Array {
  const sizes = dimensions.map((size) => message(1, typeof size === 'number' ? integer(1, size) : text(2, size)));
  return message(field, text(1, name), message(2, message(1, integer(1, element), message(2, ...sizes))));
}
