/** The steps of an evaluation. */
import { importRows } from './datasets/import-rows.ts';
import type { ImportDependencies } from './datasets/import-rows.ts';
import { runMoment } from '../step/plain.ts';
import type { WaitingRooms } from '../step/step.ts';
import { stepsWith } from '../step/steps-with.ts';
import { judgeCases } from './judge-cases.ts';
import type { JudgeDependencies } from './judge-cases.ts';
import { planCases } from './plan-cases.ts';
import { readCases } from './read-cases.ts';
import type { ReadCasesDependencies } from './read-cases.ts';
import { writeReport } from './report/write-report.ts';
import { runLevel } from './run-level.ts';
import type { LevelDependencies } from './run-level.ts';
import { summarizeScores } from './summarize.ts';
import type { PlanInput } from './types.ts';

export type EvaluationDependencies = ReadCasesDependencies &
  ImportDependencies &
  JudgeDependencies & { readonly rooms: WaitingRooms };

/** Short reads, run by the worker that holds the workflow. */
export type EvaluationLocalActivities = ReturnType<typeof createEvaluationLocalActivities>;
export function createEvaluationLocalActivities(dependencies: Pick<EvaluationDependencies, 'database' | 'models'>) {
  return {
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
    judgeCases: step(judgeCases),
    summarizeScores: step(summarizeScores),
    writeReport: step(writeReport),
  };
}

/** Steps that put endpoints under load, run by the workers of the task queue `performance`. */
export type PerformanceActivities = ReturnType<typeof createPerformanceActivities>;
export function createPerformanceActivities(dependencies: LevelDependencies & { readonly rooms: WaitingRooms }) {
  return { runLevel: stepsWith(dependencies)(runLevel) };
}
