/** Holds every answer that a test receives against openapi.json. */
import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import document from '../../../openapi.json' with { type: 'json' };
import { follow } from '../openapi.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
// With its references: resolving all of them would take longer than the rest of a test's start.
ajv.addSchema(document, 'contract');

const templates = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Fails when the contract knows the operation, and the answer is none that the contract gives it. */
export function assertContract(method: string, path: string, status: number, type: string, body: unknown): void {
  const template = templates.find(({ pattern }) => pattern.test(path))?.path;
  const operation = find(document.paths, template, method.toLowerCase());
  if (template === undefined || operation === undefined) return;
  const name = `${method} ${template} → ${status}`;
  const key = find(operation, 'responses', String(status)) ? String(status) : `${String(status)[0]}XX`;
  const answer = find(operation, 'responses', key);
  const content = find(operation, 'responses', key, 'content');
  if (answer && !content) return assert.equal(body, '', `${name} has a body`);
  const isKnown = !key.endsWith('XX') || isListed(answer, status, body);
  assert.ok(content && isKnown, `${name} is not in the contract: ${JSON.stringify(body)}`);
  const range = [type, type.replace(/[^/]+$/, '*')].find((one) => find(content, one));
  assert.ok(range, `${name} has the type ${type}, the contract says ${Object.keys(content).join()}`);
  if (!type.endsWith('json')) return;
  const inPlace = pointer('paths', template, method.toLowerCase(), 'responses', key);
  // An answer that operations share is checked where it is, so that it is compiled once.
  const place = answer && '$ref' in answer ? String(answer.$ref).slice(1) : inPlace;
  const validate = validator(`${place}${pointer('content', range, 'schema')}`);
  assert.ok(validate(body), `${name}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`);
}

/** Whether an error is one of those that a range of statuses lists, under the status of its code. */
function isListed(errors: object | undefined, status: number, body: unknown): boolean {
  const { description } = Object(follow(document, errors));
  const { code } = Object(body);
  return new RegExp(`\\b${status} [^;]*\`${code}\``).test(description);
}

function validator(place: string): ValidateFunction {
  return ajv.getSchema(`contract#${place}`) ?? assert.fail(`the contract has no schema at ${place}`);
}

function pointer(...path: readonly string[]): string {
  return path.map((step) => `/${encodeURIComponent(step.replaceAll('/', '~1'))}`).join('');
}

/** A part of the document. References on the way to it are followed, the part itself may be one. */
function find(value: object, ...path: (string | undefined)[]): object | undefined {
  let found: unknown = value;
  for (const step of path) {
    found = Object.entries(Object(follow(document, found))).find(([name]) => name === step)?.[1];
  }
  return typeof found === 'object' && found !== null ? found : undefined;
}
