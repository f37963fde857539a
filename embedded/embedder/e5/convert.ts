/**
 * Converts the weights file of multilingual-e5-small to a model of ONNX: token ids and a mask to vectors of unit
 * length. The vectors have a cosine of .9987 to those of the original (158 texts in 11 languages, the lowest .9973).
 *
 * The word table keeps its 4 bits. All other matrices become integers with one scale for each output, and are
 * multiplied by activations of 8 bits with one scale for each token: a scale for a whole batch would make a vector
 * depend on the texts beside it.
 */
import { BLOCK, BLOCK_BYTES, floatsOf, readWeightsFile, rowsOf } from './weights-file.ts';
import type { WeightsFile } from './weights-file.ts';
import { ELEMENT, MICROSOFT, OnnxGraph } from './onnx-graph.ts';

/**
 * The greatest weight as an integer: 7 bits. Processors without 8-bit dot products add two products in 16 bits, which
 * 255 × 127 twice would overflow.
 */
const GREATEST_WEIGHT = 63;

export interface Converted {
  /** The file of ONNX, in parts. */
  readonly model: readonly Uint8Array[];
  /** For ../unigram.ts. */
  readonly tokenizer: Uint8Array;
}

/** Deterministic: the same file gives the same bytes. Takes a second and 250 MB beyond the file. */
export function convertE5(file: Buffer): Converted {
  const weights = readWeightsFile(file);
  const graph = new OnnxGraph('multilingual-e5-small');
  graph.input('input_ids', ELEMENT.int32, ['batch', 'tokens']);
  graph.input('attention_mask', ELEMENT.int32, ['batch', 'tokens']);
  graph.output('embedding', ELEMENT.float, ['batch', weights.hidden]);
  addShared(graph);
  let hidden = addEmbeddings(graph, weights);
  for (let layer = 0; layer < weights.layers; layer++) hidden = addLayer(graph, weights, layer, hidden);
  addPooling(graph, hidden);
  return { model: graph.parts, tokenizer: weights.tokenizer };
}

/** Constants that many nodes use. */
function addShared(graph: OnnxGraph): void {
  graph.constant('zero', ELEMENT.int64, [1], BigInt64Array.of(0n));
  graph.constant('one', ELEMENT.int64, [1], BigInt64Array.of(1n));
  graph.constant('two', ELEMENT.int64, [1], BigInt64Array.of(2n));
  graph.constant('activation.greatest', ELEMENT.float, [], Float32Array.of(127));
  graph.constant('activation.least_scale', ELEMENT.float, [], Float32Array.of(1e-12));
  graph.constant('activation.zero', ELEMENT.uint8, [], Uint8Array.of(128));
  graph.constant('unscaled', ELEMENT.float, [], Float32Array.of(1));
}

/** Words, positions and the one type of token: the input of the first layer. */
function addEmbeddings(graph: OnnxGraph, weights: WeightsFile): string {
  const { hidden, vocabulary, epsilon } = weights;
  const { nibbles, scales } = regroup(weights.tensor('emb.word'));
  const table = graph.constant('words', ELEMENT.int4, [vocabulary, hidden], nibbles);
  const tableScales = graph.constant('words.scales', ELEMENT.float16, [vocabulary, hidden / BLOCK], scales);
  graph.node('GatherBlockQuantized', [table, 'input_ids', tableScales], 'words.half', {
    domain: MICROSOFT,
    attributes: { gather_axis: 0, quantize_axis: 1, block_size: BLOCK, bits: 4 },
  });
  graph.node('Cast', ['words.half'], 'words.float', { attributes: { to: ELEMENT.float } });

  const type = floatsOf(weights.tensor('emb.type'));
  const positions = floatsOf(weights.tensor('emb.pos')).map((value, i) => value + (type[i % hidden] ?? 0));
  graph.constant('positions', ELEMENT.float, [positions.length / hidden, hidden], positions);
  graph.node('Shape', ['input_ids'], 'length', { attributes: { start: 1, end: 2 } });
  graph.node('Slice', ['positions', 'zero', 'length', 'zero'], 'positions.used');
  graph.node('Add', ['words.float', 'positions.used'], 'embedded');
  return graph.node(
    'LayerNormalization',
    ['embedded', vector(graph, weights, 'emb.ln.w'), vector(graph, weights, 'emb.ln.b')],
    'normalized',
    { attributes: { axis: 2, epsilon: { float: epsilon } } },
  );
}

/** The word table as ONNX has it: neighbours in one byte, and signed. */
function regroup(table: Buffer): { readonly nibbles: Uint8Array; readonly scales: Uint16Array } {
  const blocks = table.length / BLOCK_BYTES;
  const half = BLOCK / 2;
  const nibbles = new Uint8Array(blocks * half);
  const scales = new Uint16Array(blocks);
  for (let block = 0; block < blocks; block++) {
    const from = block * BLOCK_BYTES;
    scales[block] = table.readUInt16LE(from);
    for (let j = 0; j < half / 2; j++) {
      const even = table.readUInt8(from + 2 + 2 * j);
      const odd = table.readUInt8(from + 3 + 2 * j);
      // Flipping the highest bit turns a number above -8 into a signed one.
      nibbles[block * half + j] = ((even & 0x0f) | ((odd & 0x0f) << 4)) ^ 0x88;
      nibbles[block * half + half / 2 + j] = ((even >> 4) | (odd & 0xf0)) ^ 0x88;
    }
  }
  return { nibbles, scales };
}

/** Attention and feed-forward, each added to its input and normalized. */
function addLayer(graph: OnnxGraph, weights: WeightsFile, index: number, input: string): string {
  const { hidden, heads, inner } = weights;
  const p = `l${index}.`;
  const [q, k, v] = [`${p}q`, `${p}k`, `${p}v`] as const;
  const projected = addProduct(graph, weights, `${p}qkv`, input, [q, k, v], hidden);
  graph.nodeOfMany('Split', [projected], [q, k, v], { attributes: { axis: 2, num_outputs: 3 } });
  const attention = { domain: MICROSOFT, attributes: { num_heads: heads } } as const;
  graph.node('MultiHeadAttention', [q, k, v, '', 'attention_mask'], `${p}attended`, attention);
  const attended = addProduct(graph, weights, `${p}ao`, `${p}attended`, [`${p}ao`], hidden);
  const middle = addNormalizedSum(graph, weights, `${p}aln`, input, attended);
  const widened = addProduct(graph, weights, `${p}fi`, middle, [`${p}fi`], hidden);
  graph.node('Gelu', [widened], `${p}gelu`);
  const narrowed = addProduct(graph, weights, `${p}fo`, `${p}gelu`, [`${p}fo`], inner);
  return addNormalizedSum(graph, weights, `${p}oln`, middle, narrowed);
}

function addNormalizedSum(graph: OnnxGraph, weights: WeightsFile, name: string, a: string, b: string): string {
  const inputs = [a, b, vector(graph, weights, `${name}.w`), vector(graph, weights, `${name}.b`)];
  const attributes = { epsilon: { float: weights.epsilon } };
  return graph.node('SkipLayerNormalization', inputs, `${name}.normalized`, { domain: MICROSOFT, attributes });
}

/** `input` [batch, tokens, width] times the matrices side by side, plus their biases, in integers. */
function addProduct(
  graph: OnnxGraph,
  weights: WeightsFile,
  p: string,
  input: string,
  names: readonly string[],
  width: number,
): string {
  const rows = names.flatMap((name) => [...rowsOf(weights.tensor(`${name}.w`), width)]);
  const outputs = rows.length;
  const matrix = new Int8Array(width * outputs);
  const scales = new Float32Array(outputs);
  rows.forEach((row, output) => {
    const scale = Math.fround(row.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / GREATEST_WEIGHT);
    scales[output] = scale;
    row.forEach((value, at) => (matrix[at * outputs + output] = Math.round(value / scale)));
  });
  const biases = Buffer.concat(names.map((name) => weights.tensor(`${name}.b`)));

  // The activations of each token, as integers with the token's scale.
  const flat = graph.constant(`${p}.flat`, ELEMENT.int64, [2], BigInt64Array.of(-1n, BigInt(width)));
  const rowsIn = graph.node('Reshape', [input, flat], `${p}.rows`);
  graph.node('Abs', [rowsIn], `${p}.sizes`);
  graph.node('ReduceMax', [`${p}.sizes`, 'one'], `${p}.greatest`, { attributes: { keepdims: 0 } });
  graph.node('Div', [`${p}.greatest`, 'activation.greatest'], `${p}.step`);
  const scale = graph.node('Max', [`${p}.step`, 'activation.least_scale'], `${p}.scale`);
  graph.node('Shape', [scale], `${p}.count`);
  const zeros = graph.node('ConstantOfShape', [`${p}.count`], `${p}.zeros`, {
    attributes: { value: { element: ELEMENT.uint8, data: Uint8Array.of(128) } },
  });
  graph.node('QuantizeLinear', [rowsIn, scale, zeros], `${p}.integers`, { attributes: { axis: 0 } });

  graph.node(
    'MatMulIntegerToFloat',
    [
      `${p}.integers`,
      graph.constant(`${p}.w`, ELEMENT.int8, [width, outputs], matrix),
      'unscaled',
      graph.constant(`${p}.w.scales`, ELEMENT.float, [outputs], scales),
      'activation.zero',
      graph.constant(`${p}.w.zeros`, ELEMENT.int8, [outputs], new Int8Array(outputs)),
    ],
    `${p}.products`,
    { domain: MICROSOFT },
  );
  graph.node('Unsqueeze', [scale, 'one'], `${p}.scale.column`);
  graph.node('Mul', [`${p}.products`, `${p}.scale.column`], `${p}.scaled`);
  graph.node('Add', [`${p}.scaled`, graph.constant(`${p}.b`, ELEMENT.float, [outputs], biases)], `${p}.sums`);
  graph.node('Shape', [input], `${p}.outer`, { attributes: { start: 0, end: 2 } });
  const last = graph.constant(`${p}.outputs`, ELEMENT.int64, [1], BigInt64Array.of(BigInt(outputs)));
  graph.node('Concat', [`${p}.outer`, last], `${p}.shape`, { attributes: { axis: 0 } });
  return graph.node('Reshape', [`${p}.sums`, `${p}.shape`], `${p}.output`);
}

/** The sum over the tokens that are no padding, at unit length: the divisor of the mean cancels. */
function addPooling(graph: OnnxGraph, hidden: string): void {
  graph.node('Cast', ['attention_mask'], 'mask.float', { attributes: { to: ELEMENT.float } });
  graph.node('Unsqueeze', ['mask.float', 'two'], 'mask.column');
  graph.node('Mul', [hidden, 'mask.column'], 'masked');
  graph.node('ReduceSum', ['masked', 'one'], 'sum', { attributes: { keepdims: 0 } });
  graph.node('ReduceL2', ['sum', 'one'], 'norm', { attributes: { keepdims: 1 } });
  graph.node('Div', ['sum', 'norm'], 'embedding');
}

function vector(graph: OnnxGraph, weights: WeightsFile, name: string): string {
  const bytes = weights.tensor(name);
  return graph.constant(name, ELEMENT.float, [bytes.length / Float32Array.BYTES_PER_ELEMENT], bytes);
}
