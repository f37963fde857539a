/**
 * The same workflows for versioned workers: what is short ends on the release that it began on; what may last moves on to the
 * next, and is patched. Temporal refuses these words from workers that are not versioned.
 */
import type { VersioningBehavior, Workflow } from '@temporalio/common';
import { setWorkflowOptions } from '@temporalio/workflow';
import { ofAllDomains } from '../domain/manifests/index.ts';
import * as workflows from './index.ts';

/** Does not compile when a workflow that is exported is in no manifest; `functions`, when one of a manifest is not exported. */
const declared = ofAllDomains('workflows') satisfies Readonly<Record<keyof typeof workflows, VersioningBehavior>>;
const functions: Readonly<Record<keyof typeof declared, Workflow>> = workflows;

const isDeclared = (name: string): name is keyof typeof declared => Object.hasOwn(declared, name);
for (const name of Object.keys(declared).filter(isDeclared)) {
  setWorkflowOptions({ versioningBehavior: declared[name] }, functions[name]);
}

export * from './index.ts';
