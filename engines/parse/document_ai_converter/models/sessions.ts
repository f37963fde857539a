/** Sessions of the models, with the options that fit threads of their own. */
import { readFileSync } from 'node:fs';
import { quantised } from './onnx-quantise.ts';
import type { OnnxRuntime, Session } from './runtime.ts';

/**
 * Options for both models. Each session computes in its worker's thread only: lines and parts of pages are spread over
 * workers, so threads never wait for each other within a layer. Tensors come from an arena, because allocating each one
 * costs time. The arena is bounded, as pages are scaled before detection and batches have a maximum width. A memory
 * plan per shape would hold more than it saves, since hardly two batches have the same shape.
 */
const SESSION_OPTIONS: Readonly<Record<string, unknown>> = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  logSeverityLevel: 3,
  enableCpuMemArena: true,
  enableMemPattern: false,
};

/** Linux names of the instructions that multiply bytes and accumulate in 32 bits, on x86 and ARM. */
const BYTE_PRODUCTS = /\b(avx512_vnni|avx_vnni|asimddp)\b/;

/** Loads a model, quantised where the processor supports it. */
export const openSession = async (onnx: OnnxRuntime, model: Uint8Array): Promise<Session> =>
  onnx.InferenceSession.create(multipliesBytes() ? quantised(model) : model, SESSION_OPTIONS);

function multipliesBytes(): boolean {
  try {
    return BYTE_PRODUCTS.test(readFileSync('/proc/cpuinfo', 'utf8'));
  } catch {
    return false;
  }
}
