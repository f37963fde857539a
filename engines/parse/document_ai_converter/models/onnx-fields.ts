/** The parts of `onnx.proto` that are read and written. */

import { integer, message, text } from './protobuf.ts';

/** Field numbers. */
export const MODEL = { graph: 7, operators: 8, metadata: 14 } as const;
export const METADATA = { key: 1, value: 2 } as const;
export const GRAPH = { node: 1, weights: 5, output: 12 } as const;
export const NODE = { input: 1, output: 2, name: 3, type: 4, attribute: 5, domain: 7 } as const;
export const ATTRIBUTE = { name: 1, integer: 3, integers: 8, type: 20 } as const;
export const TENSOR = { dimension: 1, type: 2, name: 8, bytes: 9 } as const;
export const ELEMENT_TYPE = { float: 1, int8: 3, int64: 7 } as const;
const ATTRIBUTE_TYPE = { integer: 2, integers: 7 } as const;

export const attribute = (name: string, kind: 'integer' | 'integers', ...values: readonly number[]): Uint8Array =>
  message(
    NODE.attribute,
    text(ATTRIBUTE.name, name),
    ...values.map((value) => integer(ATTRIBUTE[kind], value)),
    integer(ATTRIBUTE.type, ATTRIBUTE_TYPE[kind]),
  );

/** A node of the graph: operator, inputs and outputs. An omitted input is an empty string. */
export const node = (
  type: string,
  inputs: readonly string[],
  output: string,
  ...more: readonly Uint8Array[]
): Uint8Array =>
  message(
    GRAPH.node,
    ...inputs.map((input) => text(NODE.input, input)),
    text(NODE.output, output),
    text(NODE.name, output),
    text(NODE.type, type),
    ...more,
  );
