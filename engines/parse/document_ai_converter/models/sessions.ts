import { readFileSync } from 'node:fs';
import { quantised } from './onnx-quantise.ts';
import type { OnnxRuntime, Session } from './runtime.ts';

/**
 * Of both models. Each session computes in one thread, its worker's: lines and parts of pages are spread over workers, which
 * costs no waiting of threads for each other within a layer. Tensors come from an arena: asking the system for each costs
 * time. What it keeps is bounded, as pages are scaled before detection and batches have a greatest width. A plan of its memory
 * for each shape would hold more than it saves, since hardly two batches have the same.
 */
const SESSION_OPTIONS: Readonly<Record<string, unknown>> = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  logSeverityLevel: 3,
  enableCpuMemArena: true,
  enableMemPattern: false,
};

/** What Linux calls instructions that multiply bytes and add the products up in 32 bits, on x86 and on ARM. */
const BYTE_PRODUCTS = /\b(avx512_vnni|avx_vnni|asimddp)\b/;

/** Loads a model, in bytes where the processor is made for them. */
export const openSession = async (onnx: OnnxRuntime, model: Uint8Array): Promise<Session> =>
  onnx.InferenceSession.create(multipliesBytes() ? quantised(model) : model, SESSION_OPTIONS);

function multipliesBytes(): boolean {
  try {
    return BYTE_PRODUCTS.test(readFileSync('/proc/cpuinfo', 'utf8'));
  } catch {
    return false;
  }
}
