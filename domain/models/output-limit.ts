import type { ModelConfig } from '../../platform/config/models.ts';

/** Most output tokens of a call: a part of a small context is the answer's. */
export function outputLimit({ contextTokens }: ModelConfig, wanted: number): number {
  return contextTokens === null ? wanted : Math.min(wanted, Math.ceil(contextTokens / 2));
}
