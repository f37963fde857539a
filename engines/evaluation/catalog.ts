/** The engines of evaluation, as clients choose them. */
import type { EvalType } from './metrics/metric.ts';

export interface EvalEngine {
  readonly engineId: string;
  readonly description: string;
  readonly evalTypes: readonly EvalType[];
}

export const EVAL_ENGINES: readonly EvalEngine[] = [
  {
    engineId: 'quality_evaluator',
    description: 'Judges answers, conversations and tool calls, case by case.',
    evalTypes: ['rag', 'agentic', 'custom'],
  },
];

/** The engine for a type of evaluation; `null` when `engineId` names one that does not evaluate it. */
export function engineFor(evalType: EvalType, engineId: string): EvalEngine | null {
  const fitting = EVAL_ENGINES.find(({ evalTypes }) => evalTypes.includes(evalType)) ?? null;
  return engineId === 'auto' || fitting?.engineId === engineId ? fitting : null;
}
