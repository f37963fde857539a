import type { DocumentAiRuntime } from './runtime.ts';

/**
 * Of both models. Tensors come from an arena: asking the system for each costs time. What it keeps is bounded,
 * as pages are scaled before detection and batches have a greatest width. A plan of its memory for each shape would hold
 * more than it saves, since hardly two batches have the same.
 */
export const SESSION_OPTIONS = ({ threads }: DocumentAiRuntime): Readonly<Record<string, unknown>> => ({
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  logSeverityLevel: 3,
  enableCpuMemArena: true,
  enableMemPattern: false,
});
