import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusedLines } from '../support/lint.ts';

const RULES = ['layers', 'no-restricted-imports'];

const allowed: Readonly<Record<string, readonly string[]>> = {
  workflows: [
    `export { sleep } from '@temporalio/workflow';`,
    `export { ERRORS } from '../errors/index.ts';`,
    `export { failureOfError } from '../domain/jobs/failure.ts';`,
    `export type { JobEvents } from '../domain/jobs/history.ts';`,
    `export type { ParseActivities } from '../activities/parse/index.ts';`,
    `export { needsRecognition } from '../engines/parse/documents/textless.ts';`,
    `export { runJob } from './job.ts';`,
  ],
  engines: [
    `export { ServiceError } from '../errors/index.ts';`,
    `export { sniff } from '../platform/media-type/index.ts';`,
    `export { parse } from 'parse5';`,
  ],
  domain: [`export { openDatabase } from '../platform/database/client.ts';`],
  api: [
    `export type { SourceInput } from '../activities/parse/types.ts';`,
    `export { ENGINES } from '../engines/parse/catalog.ts';`,
  ],
  activities: [`export { findEnvironment } from '../platform/config/env-file.ts';`],
  'temporal-config': [
    `export { findEnvironment } from '../platform/config/env-file.ts';`,
    `export { SEARCH_ATTRIBUTES } from '../domain/jobs/model.ts';`,
    `export type { SweepInput } from '../workflows/storage.ts';`,
  ],
  embedded: [`export { createApp } from '../api/app.ts';`],
};
const forbidden: Readonly<Record<string, readonly string[]>> = {
  workflows: [
    `export { readFile } from 'node:fs/promises';`,
    `export { Client } from '@temporalio/client';`,
    `export { readSettings } from '../platform/config.ts';`,
    `export { jobEvents } from '../domain/jobs/history.ts';`,
    `export { runEngine } from '../engines/parse/engines.ts';`,
    `export { createParseActivities } from '../activities/parse/index.ts';`,
    `export { routes } from '../api/routes.ts';`,
  ],
  engines: [
    `export { Context } from '@temporalio/activity';`,
    `export { readSettings } from '../platform/config.ts';`,
    `export { accessOf } from '../domain/access/policy.ts';`,
  ],
  domain: [
    `export { routes } from '../api/routes.ts';`,
    `export { createParseActivities } from '../activities/parse/index.ts';`,
    `export { parseJob } from '../workflows/parse.ts';`,
  ],
  api: [
    `export { createParseActivities } from '../activities/parse/index.ts';`,
    `export { convert } from '../engines/parse/convert.ts';`,
    `export { startInfrastructure } from '../embedded/stack.ts';`,
  ],
  activities: [
    `export { parseJob } from '../workflows/parse.ts';`,
    `export { routes } from '../api/routes.ts';`,
    `export { startInfrastructure } from '../embedded/stack.ts';`,
  ],
  'temporal-config': [
    `export { createActivities } from '../activities/activities.ts';`,
    `export { routes } from '../api/routes.ts';`,
    `export { startInfrastructure } from '../embedded/stack.ts';`,
  ],
  platform: [
    `export { routes } from '../api/routes.ts';`,
    `export { SEARCH_ATTRIBUTES } from '../domain/jobs/model.ts';`,
    `export { startInfrastructure } from '../embedded/stack.ts';`,
  ],
  errors: [`export { readSettings } from '../platform/config.ts';`],
};

for (const [folder, lines] of Object.entries(forbidden)) {
  test(`the linter keeps ${folder}/ from importing what is above or beside it`, () => {
    assert.deepEqual(refusedLines(folder, [...(allowed[folder] ?? []), ...lines], RULES), lines);
  });
}

test('the linter keeps a file that workflows import as deterministic as they are', () => {
  const head = '/** A rule. @deterministic */';
  const kept = [
    `export { TerminatedFailure } from '@temporalio/common';`,
    `export { ERRORS } from '../errors/index.ts';`,
    `export { readTrace } from '../platform/temporal/trace.ts';`,
    `export type { Database } from '../platform/database/client.ts';`,
  ];
  const refused = [
    `export { readFile } from 'node:fs/promises';`,
    `export { Type } from 'typebox';`,
    `export { openDatabase } from '../platform/database/client.ts';`,
  ];
  assert.deepEqual(refusedLines('domain', [head, ...kept, ...refused], RULES), refused);
  assert.deepEqual(refusedLines('domain', [...kept, ...refused], RULES), []);
});
