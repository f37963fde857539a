/**
 * ONNX Runtime as `npm run setup:embedder` installed it. It is no dependency of the service, so nothing of it is known
 * to the compiler: what is called is checked when it is loaded.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

export interface Tensor {
  readonly data: unknown;
  readonly dims: readonly number[];
}

export interface Session {
  readonly outputNames: readonly string[];
  readonly run: (inputs: Readonly<Record<string, Tensor>>) => Promise<Readonly<Record<string, Tensor>>>;
}

export interface OnnxRuntime {
  readonly InferenceSession: {
    readonly create: (path: string, options: Readonly<Record<string, unknown>>) => Promise<Session>;
  };
  readonly Tensor: new (type: 'int32' | 'int64', data: Int32Array | BigInt64Array, dims: readonly number[]) => Tensor;
}

/** Throws when it is absent or another version. */
export function loadOnnxRuntime(directory: string): OnnxRuntime {
  const loaded: unknown = createRequire(join(directory, 'index.js'))('onnxruntime-node');
  if (!isOnnxRuntime(loaded)) throw new Error('This version of onnxruntime-node lacks functions that are called.');
  return loaded;
}

function isOnnxRuntime(loaded: unknown): loaded is OnnxRuntime {
  return ['InferenceSession', 'Tensor'].every((name) => typeof Reflect.get(Object(loaded), name) === 'function');
}
