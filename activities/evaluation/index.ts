/** The steps of an evaluation. */
import { importRows } from './datasets/import-rows.ts';
import type { ImportDependencies } from './datasets/import-rows.ts';
import { runMoment } from '../step/plain-activities.ts';
import type { WaitingRooms } from '../step/step.ts';
import { stepsWith } from '../step/steps-with.ts';
import { judgeCases } from './quality/judge-cases.ts';
import type { JudgeDependencies } from './quality/judge-cases.ts';
import { planOutputs } from './quality/outputs/plan-outputs.ts';
import { produceOutputs } from './quality/outputs/produce-outputs.ts';
import type { ProduceDependencies } from './quality/outputs/produce-outputs.ts';
import { planCases } from './quality/plan-cases.ts';
import { readCases } from './quality/read-cases.ts';
import type { ReadCasesDependencies } from './quality/read-cases.ts';
import { writePerformanceReport } from './report/performance/write-report.ts';
import { writeReport } from './report/quality/write-report.ts';
import { runLevel } from './performance/run-level.ts';
import type { LevelDependencies } from './performance/run-level.ts';
import { summarizeScores } from './quality/summarize.ts';
import type { OutputPlanInput, PlanInput } from './types.ts';

export type EvaluationDependencies = ReadCasesDependencies &
  ImportDependencies &
  ProduceDependencies &
  JudgeDependencies & { readonly rooms: WaitingRooms };

/** Short reads, run by the worker that holds the workflow. */
export type EvaluationLocalActivities = ReturnType<typeof createEvaluationLocalActivities>;
export function createEvaluationLocalActivities(dependencies: Pick<EvaluationDependencies, 'database' | 'models'>) {
  return {
    planOutputs: (input: OutputPlanInput) => runMoment(() => planOutputs(dependencies, input)),
    planCases: (input: PlanInput) => runMoment(() => planCases(dependencies, input)),
  };
}

/** Steps that read, judge and write, run by the workers of the task queue `evaluation`. */
export type EvaluationActivities = ReturnType<typeof createEvaluationActivities>;
export function createEvaluationActivities(dependencies: EvaluationDependencies) {
  const step = stepsWith(dependencies);
  return {
    importRows: step(importRows),
    readCases: step(readCases),
    produceOutputs: step(produceOutputs),
    judgeCases: step(judgeCases),
    summarizeScores: step(summarizeScores),
    writeReport: step(writeReport),
  };
}

/** Steps of performance runs, run by the workers of the task queue `performance`. */
export type PerformanceActivities = ReturnType<typeof createPerformanceActivities>;
export function createPerformanceActivities(dependencies: LevelDependencies & { readonly rooms: WaitingRooms }) {
  const step = stepsWith(dependencies);
  return { runLevel: step(runLevel), writePerformanceReport: step(writePerformanceReport) };
}
