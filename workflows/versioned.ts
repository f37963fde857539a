/**
 * The same workflows for versioned workers. Short workflows are pinned to the release on which they started; long ones
 * move to the next release and need patches. Temporal rejects versioning behaviors from workers that are not versioned.
 */
import type { VersioningBehavior, Workflow } from '@temporalio/common';
import { setWorkflowOptions } from '@temporalio/workflow';
import type { JobInput, JobKind, WorkflowOfKind } from '../domain/jobs/model.ts';
import { ofAllDomains } from '../domain/manifests/index.ts';
import * as workflows from './index.ts';

/** Fails to compile when an exported workflow is missing from the manifests. `functions` checks the converse. */
const declared = ofAllDomains('workflows') satisfies Readonly<Record<keyof typeof workflows, VersioningBehavior>>;
const functions: Readonly<Record<keyof typeof declared, Workflow> & Record<Mistaken, never>> = workflows;

/** Workflows that take jobs of another kind than their manifest says, or of any kind. */
type Mistaken = {
  [Kind in JobKind]: Taken<WorkflowOfKind<Kind>> extends Kind ? never : WorkflowOfKind<Kind>;
}[JobKind];
type Taken<Name extends keyof typeof workflows> =
  Parameters<(typeof workflows)[Name]>[0] extends JobInput<infer Kind> ? Kind : 'none';

const isDeclared = (name: string): name is keyof typeof declared => Object.hasOwn(declared, name);
for (const name of Object.keys(declared).filter(isDeclared)) {
  setWorkflowOptions({ versioningBehavior: declared[name] }, functions[name]);
}

export * from './index.ts';
