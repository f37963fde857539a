import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  attribute,
  GRAPH,
  MODEL,
  node,
} from '../../../../../engines/parse/document_ai_converter/models/onnx-fields.ts';
import { quantised } from '../../../../../engines/parse/document_ai_converter/models/onnx-quantise.ts';
import {
  fieldsOf,
  integer,
  message,
  text,
} from '../../../../../engines/parse/document_ai_converter/models/protobuf.ts';
import { loadOnnxRuntime } from '../../../../../engines/parse/document_ai_converter/models/runtime.ts';
import { documentAiDirectory } from '../../../../../domain/parse/document-ai.ts';
import { obtainDocumentAi } from '../../../../../embedded/setup/document-ai.ts';

const directory = documentAiDirectory(process.env);
before(() => obtainDocumentAi(directory, () => undefined));

const CHANNELS = 120;
const DIMENSIONS = [1, CHANNELS, 2, 3] as const;
/** Steady values between -1 and 1 that have no pattern. */
const values = (count: number): Float32Array => Float32Array.from({ length: count }, (_, at) => Math.sin(at * at + 1));
const FLOAT = integer(2, 1);

const tensor = (name: string, dimensions: readonly number[]): Uint8Array =>
  message(
    GRAPH.weights,
    ...dimensions.map((dimension) => integer(1, dimension)),
    FLOAT,
    text(8, name),
    message(9, new Uint8Array(values(dimensions.reduce((a, b) => a * b, 1)).buffer)),
  );

const valueInfo = (field: number, name: string): Uint8Array =>
  message(
    field,
    text(1, name),
    message(
      2,
      message(1, integer(1, 1), message(2, ...DIMENSIONS.map((dimension) => message(1, integer(1, dimension))))),
    ),
  );

/** A convolution of single pixels with a bias, `convolution` saying how; then another that is too small to gain. */
const modelOf = (...convolution: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat([
    integer(1, 8),
    message(MODEL.operators, integer(2, 11)),
    message(
      MODEL.graph,
      text(2, 'graph'),
      node('Conv', ['in', 'weights'], 'product', attribute('kernel_shape', 'integers', 1, 1), ...convolution),
      node('Add', ['product', 'bias'], 'sum'),
      node('Conv', ['sum', 'few'], 'out', attribute('group', 'integer', CHANNELS)),
      tensor('weights', [CHANNELS, CHANNELS, 1, 1]),
      tensor('bias', [1, CHANNELS, 1, 1]),
      tensor('few', [CHANNELS, 1, 1, 1]),
      valueInfo(11, 'in'),
      valueInfo(GRAPH.output, 'out'),
    ),
  ]);

const typesIn = (model: Uint8Array): string[] =>
  fieldsOf(model)
    .filter(({ number }) => number === MODEL.graph)
    .flatMap(({ content }) => fieldsOf(content))
    .filter(({ number }) => number === GRAPH.node)
    .map(({ content }) => Buffer.from(fieldsOf(content).find(({ number }) => number === 4)?.content ?? []).toString());

test('a quantized model computes the same as the original, up to quantization steps', async () => {
  const { InferenceSession, Tensor } = loadOnnxRuntime({ directory, threads: 1 });
  const model = modelOf(attribute('strides', 'integers', 1, 1));
  assert.deepEqual(typesIn(quantised(model)), ['Transpose', 'DynamicQuantizeMatMul', 'Transpose', 'Conv']);

  const answers = await Promise.all(
    [model, quantised(model)].map(async (each) => {
      const session = await InferenceSession.create(each, { intraOpNumThreads: 1 });
      const input = new Tensor('float32', values(CHANNELS * 6), DIMENSIONS);
      return (await session.run({ in: input }, ['out']))['out'];
    }),
  );
  const [floats, bytes] = answers.map((answer) => Array.from(answer?.data ?? [], Number));
  assert.deepEqual(answers[1]?.dims, DIMENSIONS);
  const most = Math.max(...(floats ?? []).map(Math.abs));
  for (const [at, value] of (floats ?? []).entries()) {
    assert.ok(Math.abs(value - (bytes?.[at] ?? Infinity)) < 0.02 * most, `${bytes?.[at]} for ${value}`);
  }
});

test('convolutions that are not products of single pixels are unchanged', () => {
  assert.deepEqual(typesIn(quantised(modelOf(attribute('strides', 'integers', 2, 2)))), ['Conv', 'Add', 'Conv']);
});
