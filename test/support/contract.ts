/** Holds every answer that a test receives against openapi.json. */
import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import document from '../../openapi.json' with { type: 'json' };
import { dereferenced } from './openapi.ts';

const contract = dereferenced(document, document) as typeof document;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(contract, 'contract');

const templates = Object.keys(contract.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Fails when the contract knows the operation, and the answer is none that the contract gives it. */
export function assertContract(method: string, path: string, status: number, type: string, body: unknown): void {
  const template = templates.find(({ pattern }) => pattern.test(path))?.path;
  const operation = find(contract.paths, template, method.toLowerCase());
  if (template === undefined || operation === undefined) return;
  const name = `${method} ${template} → ${status}`;
  const answer = find(operation, 'responses', String(status));
  const content = find(operation, 'responses', String(status), 'content');
  if (answer && !content) return assert.equal(body, '', `${name} has a body`);
  assert.ok(content, `${name} is not in the contract: ${JSON.stringify(body)}`);
  assert.ok(find(content, type), `${name} has the type ${type}, the contract says ${Object.keys(content).join()}`);
  if (!type.endsWith('json')) return;
  const pointer = ['paths', template, method.toLowerCase(), 'responses', String(status), 'content', type, 'schema'];
  const validate = validator(pointer.map((step) => encodeURIComponent(step.replaceAll('/', '~1'))).join('/'));
  assert.ok(validate(body), `${name}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`);
}

function validator(pointer: string): ValidateFunction {
  return ajv.getSchema(`contract#/${pointer}`) ?? assert.fail(`the contract has no schema at ${pointer}`);
}

function find(value: object, ...path: (string | undefined)[]): object | undefined {
  let found: unknown = value;
  for (const step of path) {
    found = Object.entries(Object(found)).find(([name]) => name === step)?.[1];
  }
  return typeof found === 'object' && found !== null ? found : undefined;
}
