/**
 * Expected arguments of a tool call, as a case writes them: JSON, in which `{"one_of": [...]}` lists values that are
 * all right.
 */
import { isObject } from '../../../platform/is-object.ts';
import { OneOf } from './values.ts';
import type { Expected, ExpectedMembers } from './values.ts';

const ALTERNATIVES = 'one_of';
const OPTIONAL = 'optional';

/** Arguments that are no object are taken for none. */
export function readExpectedArguments(json: unknown): ExpectedMembers {
  return isObject(json) ? membersOf(json) : {};
}

function membersOf(json: Readonly<Record<string, unknown>>): ExpectedMembers {
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, expectedOf(value)]));
}

function expectedOf(json: unknown): Expected {
  if (typeof json === 'string' || typeof json === 'number' || typeof json === 'boolean') return json;
  if (Array.isArray(json)) return json.map(expectedOf);
  if (!isObject(json)) return null;
  const { [ALTERNATIVES]: values, [OPTIONAL]: isOptional, ...rest } = json;
  if (!Array.isArray(values) || Object.keys(rest).length > 0) return membersOf(json);
  return new OneOf(values.map(expectedOf), isOptional === true);
}
