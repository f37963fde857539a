/**
 * Quantises a model to 8 bits where it spends nearly all its time: in pointwise convolutions and in wide matrices.
 * Weights are quantised once, with a scale per channel; activations are quantised dynamically by their own range, so no
 * calibration is needed. The recognizer becomes nearly twice as fast with the same output. It needs a processor that
 * accumulates products of bytes in 32 bits: others would overflow, and smaller weights read bad faxes worse.
 */

import { attribute, ATTRIBUTE, ELEMENT_TYPE, GRAPH, MODEL, NODE, node, TENSOR } from './onnx-fields.ts';
import { fieldsOf, integer, integersOf, message, text, textsOf } from './protobuf.ts';
import type { Field } from './protobuf.ts';

/** The domain of ONNX Runtime's own operators. */
const EXTENSIONS = 'com.microsoft';
const GREATEST = 127;
/** Minimum number of weights; smaller matrices gain nothing. */
const MIN_WEIGHTS = 10_000;

const TO_CHANNELS_LAST = attribute('perm', 'integers', 0, 2, 3, 1);
const TO_CHANNELS_FIRST = attribute('perm', 'integers', 0, 3, 1, 2);

interface Node {
  readonly type: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly fields: readonly Field[];
  readonly whole: Uint8Array;
}

interface Weights {
  readonly dimensions: readonly number[];
  readonly fields: readonly Field[];
  readonly whole: Uint8Array;
}

/** A product with fixed weights, and the sum with a bias that follows it. */
interface Product {
  readonly node: Node;
  readonly sum: Node;
  readonly bias: { readonly name: string; readonly weights: Weights };
  readonly name: string;
  readonly weights: Weights;
}

/** The model, with the same inputs and outputs. */
export function quantised(model: Uint8Array): Uint8Array {
  const parts = fieldsOf(model);
  const graph = parts.filter(({ number }) => number === MODEL.graph).flatMap(({ content }) => fieldsOf(content));
  const nodes = graph.filter(({ number }) => number === GRAPH.node).map(readNode);
  const weights = new Map(graph.filter(({ number }) => number === GRAPH.weights).map(readWeights));
  const products = new Map(productsOf(nodes, weights).map((product) => [product.node, product]));
  const replaced = new Set([...products.values()].flatMap(({ name, bias }) => [name, bias.name]));
  const sums = new Set([...products.values()].map(({ sum }) => sum));

  const edited = [
    ...nodes.flatMap((each) => {
      const product = products.get(each);
      if (product !== undefined) return product.node.type === 'Conv' ? convolution(product) : [multiplication(product)];
      return sums.has(each) ? [] : [each.whole];
    }),
    ...[...weights].flatMap(([name, { whole }]) => (replaced.has(name) ? [] : [whole])),
    ...[...products.values()].flatMap(quantisedWeights),
    ...graph.filter(({ number }) => number !== GRAPH.node && number !== GRAPH.weights).map(({ whole }) => whole),
  ];
  return Buffer.concat([
    ...parts.filter(({ number }) => number !== MODEL.graph).map(({ whole }) => whole),
    message(MODEL.graph, ...edited),
    message(MODEL.operators, text(1, EXTENSIONS), integer(2, 1)),
  ]);
}

function readNode({ content, whole }: Field): Node {
  const fields = fieldsOf(content);
  const [type = ''] = textsOf(fields, NODE.type);
  const [output = ''] = textsOf(fields, NODE.output);
  return { type, inputs: textsOf(fields, NODE.input), output, fields, whole };
}

function readWeights({ content, whole }: Field): [string, Weights] {
  const fields = fieldsOf(content);
  const [name = ''] = textsOf(fields, TENSOR.name);
  return [name, { dimensions: integersOf(fields, TENSOR.dimension), fields, whole }];
}

function productsOf(nodes: readonly Node[], weights: ReadonlyMap<string, Weights>): Product[] {
  const users = Map.groupBy(
    nodes.flatMap((user) => user.inputs.map((input) => ({ input, user }))),
    ({ input }) => input,
  );
  const means = meansOf(nodes);
  return nodes.flatMap((each): Product[] => {
    const [input = '', name = ''] = each.inputs;
    const own = weights.get(name);
    const [sum, ...others] = users.get(each.output) ?? [];
    if (own === undefined || sum?.user.type !== 'Add' || others.length > 0 || means.has(input)) return [];
    const isProduct = each.type === 'MatMul' ? own.dimensions.length === 2 : isOfSinglePixels(each, own);
    if (!isProduct || sizeOf(own) < MIN_WEIGHTS) return [];
    const biasName = sum.user.inputs.find((other) => other !== each.output) ?? '';
    const bias = weights.get(biasName);
    return bias === undefined
      ? []
      : [{ node: each, sum: sum.user, bias: { name: biasName, weights: bias }, name, weights: own }];
  });
}

/** Outputs computed from means over the whole picture. They have so few values that quantising them gains nothing. */
function meansOf(nodes: readonly Node[]): ReadonlySet<string> {
  const means = new Set<string>();
  for (const { type, inputs, output } of nodes) {
    const isOfMeans = ['Identity', 'Conv', 'Add', 'Relu'].includes(type) && means.has(inputs[0] ?? '');
    if (type === 'ReduceMean' || isOfMeans) means.add(output);
  }
  return means;
}

function isOfSinglePixels({ type, fields }: Node, { dimensions }: Weights): boolean {
  const attributes = fields.filter(({ number }) => number === NODE.attribute).map(({ content }) => fieldsOf(content));
  const isOne = (name: string): boolean =>
    attributes
      .filter((parts) => textsOf(parts, ATTRIBUTE.name).includes(name))
      .every((parts) =>
        [...integersOf(parts, ATTRIBUTE.integer), ...integersOf(parts, ATTRIBUTE.integers)].every(
          (value) => value === 1,
        ),
      );
  const [, , high, wide] = dimensions;
  return type === 'Conv' && high === 1 && wide === 1 && isOne('group') && isOne('strides');
}

const sizeOf = ({ dimensions }: Weights): number => dimensions.reduce((a, b) => a * b, 1);

const derived = (name: string, part: string): string => `${name}.quantised.${part}`;

const product = (name: string, input: string, output: string): Uint8Array =>
  node(
    'DynamicQuantizeMatMul',
    [input, derived(name, 'weights'), derived(name, 'scales'), '', derived(name, 'bias')],
    output,
    text(NODE.domain, EXTENSIONS),
  );

const multiplication = ({ node: { inputs }, sum, name }: Product): Uint8Array =>
  product(name, inputs[0] ?? '', sum.output);

/** ONNX Runtime removes the transpositions between two of them. */
function convolution({ node: { inputs }, sum, name }: Product): Uint8Array[] {
  const [before, after] = [derived(name, 'input'), derived(name, 'output')];
  return [
    node('Transpose', [inputs[0] ?? ''], before, TO_CHANNELS_LAST),
    product(name, before, after),
    node('Transpose', [after], sum.output, TO_CHANNELS_FIRST),
  ];
}

function quantisedWeights({ node: { type }, name, weights, bias }: Product): Uint8Array[] {
  const [first = 0, second = 0] = weights.dimensions;
  const [inputs, outputs] = type === 'Conv' ? [second, first] : [first, second];
  // Steps from one output to the next, and from one input to the next.
  const [perOutput, perInput] = type === 'Conv' ? [inputs, 1] : [1, outputs];
  const values = floatsOf(weights);
  const greatest = new Float32Array(outputs);
  for (let input = 0; input < inputs; input++) {
    for (let output = 0; output < outputs; output++) {
      const size = Math.abs(values[output * perOutput + input * perInput] ?? 0);
      if (size > (greatest[output] ?? 0)) greatest[output] = size;
    }
  }
  const scales = greatest.map((most) => most / GREATEST || 1);
  const bytes = new Int8Array(inputs * outputs);
  for (let input = 0; input < inputs; input++) {
    for (let output = 0; output < outputs; output++) {
      bytes[input * outputs + output] = Math.round(
        (values[output * perOutput + input * perInput] ?? 0) / (scales[output] ?? 1),
      );
    }
  }
  return [
    tensor(derived(name, 'weights'), 'int8', [inputs, outputs], bytes),
    tensor(derived(name, 'scales'), 'float', [outputs], scales),
    tensor(derived(name, 'bias'), 'float', [outputs], floatsOf(bias.weights)),
  ];
}

function floatsOf({ fields }: Weights): Float32Array {
  const content = fields.find(({ number }) => number === TENSOR.bytes)?.content ?? new Uint8Array();
  // Copied, because it may be unaligned in the file.
  return new Float32Array(new Uint8Array(content).buffer);
}

function tensor(
  name: string,
  type: keyof typeof ELEMENT_TYPE,
  dimensions: readonly number[],
  values: Int8Array | Float32Array,
): Uint8Array {
  return message(
    GRAPH.weights,
    ...dimensions.map((dimension) => integer(TENSOR.dimension, dimension)),
    integer(TENSOR.type, ELEMENT_TYPE[type]),
    text(TENSOR.name, name),
    message(TENSOR.bytes, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
  );
}
