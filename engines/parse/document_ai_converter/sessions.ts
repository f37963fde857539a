/**
 * Of both models. Each session computes in one thread, its worker's: lines and parts of pages are spread over workers, which
 * costs no waiting of threads for each other within a layer. Tensors come from an arena: asking the system for each costs
 * time. What it keeps is bounded, as pages are scaled before detection and batches have a greatest width. A plan of its memory
 * for each shape would hold more than it saves, since hardly two batches have the same.
 */
export const SESSION_OPTIONS: Readonly<Record<string, unknown>> = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  logSeverityLevel: 3,
  enableCpuMemArena: true,
  enableMemPattern: false,
};
