import type { DocumentAiRuntime } from './runtime.ts';

/** Of both models. Without the arena, memory of the largest page goes back to the system. */
export const SESSION_OPTIONS = ({ threads }: DocumentAiRuntime): Readonly<Record<string, unknown>> => ({
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  logSeverityLevel: 3,
  enableCpuMemArena: false,
});
