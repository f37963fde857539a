/** What openapi-typescript makes of openapi.json compiles under `tsc --strict`, and all errors have one type. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import contract from '../../../openapi.json' with { type: 'json' };

// openapi-typescript prints types with the API of TypeScript 5, which TypeScript 7 does not have.
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
});
const { default: typesOf, astToString } = await import('openapi-typescript');

const tsc = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tidemill-types-'));
after(() => rmSync(folder, { recursive: true }));

/** A client that takes every error for a `Problem`, and reads what some codes add. */
const CLIENT = `
import type { components, operations } from './contract.ts';

type Problem = components['schemas']['Problem'];
type ProblemOf<Answer> = Answer extends { content: { 'application/problem+json': infer P } } ? P : never;
type ProblemsOf<Answers> = { [Status in keyof Answers]: ProblemOf<Answers[Status]> }[keyof Answers];
type Problems = { [Name in keyof operations]: ProblemsOf<operations[Name]['responses']> }[keyof operations];
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;

export const allErrorsHaveOneType: Same<Problems, Problem> = true;
export const explain = ({ code, detail, ...more }: Problem): string => code + detail + String(more['limit_bytes']);
`;

/** What tsc says of the client and the types of a document; empty when all is well. */
async function complaints(document: object): Promise<{ readonly types: string; readonly said: string }> {
  const types = astToString(await typesOf(JSON.stringify(document)));
  writeFileSync(join(folder, 'contract.ts'), types);
  writeFileSync(join(folder, 'client.ts'), CLIENT);
  const options = ['--strict', '--noEmit', '--allowImportingTsExtensions'];
  const { stdout, error } = spawnSync(tsc, [...options, 'contract.ts', 'client.ts'], { cwd: folder, encoding: 'utf8' });
  assert.equal(error, undefined);
  return { types, said: stdout };
}

test('the types compile, and all errors share one type', async () => {
  const { types, said } = await complaints(contract);
  assert.equal(said, '');
  const problems = [...types.matchAll(/"application\/problem\+json": (.+);/g)].map(([, type]) => type);
  assert.ok(problems.length > 10);
  assert.deepEqual([...new Set(problems)], ['components["schemas"]["Problem"]']);
});

test('a second error type is detected', async () => {
  const { responses, ...components } = contract.components;
  const schema = { ...components.schemas.Problem, required: ['code'] };
  const other = { ...responses.NotFound, content: { 'application/problem+json': { schema } } };
  const changed = { ...contract, components: { ...components, responses: { ...responses, NotFound: other } } };
  const { said } = await complaints(changed);
  assert.match(said, /^client\.ts.*Type 'true' is not assignable to type 'false'/m);
});
