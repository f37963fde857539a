/** The engines and metrics of evaluation, as clients choose them. */
import { PERFORMANCE_METRICS } from './performance/metrics.ts';
import { METRICS } from './metrics/index.ts';
import type { DescribedMetric } from './metrics/metric.ts';
import type { EvalType } from './options.ts';

export type { DescribedMetric } from './metrics/metric.ts';

export type EvalEngineId = 'quality_evaluator' | 'performance_evaluator';

export interface EvalEngine {
  readonly engineId: EvalEngineId;
  readonly description: string;
  readonly evalTypes: readonly EvalType[];
}

export const EVAL_ENGINES: readonly EvalEngine[] = [
  {
    engineId: 'quality_evaluator',
    description: 'Judges answers, conversations and tool calls, case by case.',
    evalTypes: ['rag', 'multi_turn', 'agentic', 'custom'],
  },
  {
    engineId: 'performance_evaluator',
    description: 'Puts an endpoint under load, level by level, and measures how it answers.',
    evalTypes: ['perf'],
  },
];

/** The engine for a type of evaluation; `null` when `engineId` names one that does not evaluate it. */
export function engineFor(evalType: EvalType, engineId: string): EvalEngine | null {
  const fitting = EVAL_ENGINES.find(({ evalTypes }) => evalTypes.includes(evalType)) ?? null;
  return engineId === 'auto' || fitting?.engineId === engineId ? fitting : null;
}

/** Metrics of cases. */
export const DESCRIBED_METRICS: readonly DescribedMetric[] = METRICS;

/** Metrics of levels. */
export const DESCRIBED_FIGURES: readonly DescribedMetric[] = PERFORMANCE_METRICS;

/** `null` for a key that no metric of cases has. */
export function describedMetric(key: string): DescribedMetric | null {
  return DESCRIBED_METRICS.find((metric) => metric.key === key) ?? null;
}

/** `null` for a key that no metric of levels has. */
export function describedFigure(key: string): DescribedMetric | null {
  return DESCRIBED_FIGURES.find((metric) => metric.key === key) ?? null;
}
