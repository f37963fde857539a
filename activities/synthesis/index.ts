/** The steps of a synthesis. */
import { keepRun } from '../../domain/synthesis/runs.ts';
import type { SynthesisRun } from '../../domain/synthesis/runs.ts';
import { thisJob } from '../jobs/this-job.ts';
import { runMoment } from '../step/plain-activities.ts';
import type { WaitingRooms } from '../step/step.ts';
import { stepsWith } from '../step/steps-with.ts';
import { checkItems } from './check-items.ts';
import type { CheckDependencies } from './check-items.ts';
import { generateItems } from './generate-items.ts';
import type { GenerateDependencies } from './generate-items.ts';
import { makeItems } from './make-items.ts';
import type { MakeDependencies } from './make-items.ts';
import { readSources } from './sources/read-sources.ts';
import type { SourceDependencies } from './sources/documents.ts';
import { writeDataset } from './write-dataset.ts';
import type { DatasetDependencies } from './write-dataset.ts';
import { writeOutputs } from './write-outputs.ts';

export type SynthesisDependencies = SourceDependencies &
  MakeDependencies &
  GenerateDependencies &
  CheckDependencies &
  DatasetDependencies & { readonly rooms: WaitingRooms };

/** Run by the worker that holds the workflow. */
export type SynthesisLocalActivities = ReturnType<typeof createSynthesisLocalActivities>;
export function createSynthesisLocalActivities({ database }: Pick<SynthesisDependencies, 'database'>) {
  return { recordRun: (run: SynthesisRun) => runMoment(() => keepRun(database, thisJob().jobId, run)) };
}

/** Run by the workers of the task queue `synthesis`. */
export type SynthesisActivities = ReturnType<typeof createSynthesisActivities>;
export function createSynthesisActivities(dependencies: SynthesisDependencies) {
  const step = stepsWith(dependencies);
  return {
    readSources: step(readSources),
    makeItems: step(makeItems),
    generateItems: step(generateItems),
    checkItems: step(checkItems),
    writeOutputs: step(writeOutputs),
    writeDataset: step(writeDataset),
  };
}
