/** Runs an embedding model. */
import { join } from 'node:path';
import { EMBEDDING_MODELS } from './catalog.ts';
import type { EmbeddingModel, EmbeddingModelId, Tokenizer } from './catalog.ts';
import { loadOnnxRuntime } from './runtime.ts';
import type { OnnxRuntime, Session, Tensor } from './runtime.ts';

/** Token ids of a text. */
export type Tokens = readonly number[];

export interface LoadedModel {
  readonly dimensions: number;
  /** The tokens of a text, cut to what the model sees. */
  readonly tokenize: (text: string) => Tokens;
  /** A vector of unit length for each text. Their memory is that of the longest times their number. */
  readonly embed: (texts: readonly Tokens[]) => Promise<Float32Array[]>;
}

/** Loads a model that is set up in `directory`, in less than a second. */
export async function loadModel(directory: string, id: EmbeddingModelId, threads: number): Promise<LoadedModel> {
  const model: EmbeddingModel = EMBEDDING_MODELS[id];
  const onnx = loadOnnxRuntime(directory);
  const files = join(directory, id);
  const tokenizer = await model.openTokenizer(files);
  const session = await onnx.InferenceSession.create(join(files, 'model.onnx'), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
    // Threads that spin while they wait cost a shared machine more than they gain.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
  return {
    dimensions: model.dimensions,
    tokenize: (text) => tokenizer.encode(text, model.contextTokens),
    embed: (texts) => embed({ model, onnx, tokenizer, session }, texts),
  };
}

interface Parts {
  readonly model: EmbeddingModel;
  readonly onnx: OnnxRuntime;
  readonly tokenizer: Tokenizer;
  readonly session: Session;
}

async function embed({ model, onnx, tokenizer, session }: Parts, texts: readonly Tokens[]): Promise<Float32Array[]> {
  const width = Math.max(...texts.map((tokens) => tokens.length));
  const tensor = (valueOf: (tokens: Tokens, at: number) => number): Tensor => {
    const shape = [texts.length, width];
    const values = texts.flatMap((tokens) => Array.from({ length: width }, (_, at) => valueOf(tokens, at)));
    return model.integers === 'int32'
      ? new onnx.Tensor('int32', Int32Array.from(values), shape)
      : new onnx.Tensor('int64', BigInt64Array.from(values, BigInt), shape);
  };
  const outputs = await session.run({
    input_ids: tensor((tokens, at) => tokens[at] ?? tokenizer.padding),
    attention_mask: tensor((tokens, at) => Number(at < tokens.length)),
    ...(model.takesTypes && { token_type_ids: tensor(() => 0) }),
  });
  const data = outputs[model.output.name]?.data;
  if (!(data instanceof Float32Array)) throw new Error(`The model has no output ${model.output.name}.`);
  const { dimensions } = model;
  return texts.map((tokens, row) =>
    model.output.isPooled
      ? data.slice(row * dimensions, (row + 1) * dimensions)
      : meanOf(data.subarray(row * width * dimensions), tokens.length, dimensions),
  );
}

/** The mean of the first `count` vectors, at unit length. */
function meanOf(data: Float32Array, count: number, dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions);
  for (let at = 0; at < count * dimensions; at++) sum[at % dimensions] = (sum[at % dimensions] ?? 0) + (data[at] ?? 0);
  const norm = Math.hypot(...sum);
  return sum.map((value) => value / norm);
}
