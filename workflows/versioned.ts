/**
 * The same workflows for versioned workers. Short workflows are pinned to the release on which they started; long ones move to
 * the next release and need patches. Temporal rejects versioning behaviors from workers that are not versioned.
 */
import type { VersioningBehavior, Workflow } from '@temporalio/common';
import { setWorkflowOptions } from '@temporalio/workflow';
import { ofAllDomains } from '../domain/manifests/index.ts';
import * as workflows from './index.ts';

/** Fails to compile when an exported workflow is missing from the manifests. `functions` checks the converse. */
const declared = ofAllDomains('workflows') satisfies Readonly<Record<keyof typeof workflows, VersioningBehavior>>;
const functions: Readonly<Record<keyof typeof declared, Workflow>> = workflows;

const isDeclared = (name: string): name is keyof typeof declared => Object.hasOwn(declared, name);
for (const name of Object.keys(declared).filter(isDeclared)) {
  setWorkflowOptions({ versioningBehavior: declared[name] }, functions[name]);
}

export * from './index.ts';
