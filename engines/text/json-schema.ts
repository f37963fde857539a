/**
 * JSON Schemas that callers write, within the time that others can spare: compiling takes about a millisecond for each
 * subschema.
 */
import { Script, createContext } from 'node:vm';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import { isObject } from '../../platform/is-object.ts';
import { compilePattern } from './linear-pattern.ts';
import { MOST_SUBSCHEMAS, schemaSize } from './schema-size.ts';
import { uniqueItems } from './unique-items.ts';

/**
 * The patterns of Ajv, in linear time. Ajv keeps patterns by their text, and puts the name of the engine into code that
 * it writes to files, which nobody does here.
 */
export const linearPatterns = Object.assign(
  (pattern: string) => {
    const compiled = compilePattern(pattern, { ignoresCase: false });
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern };
  },
  { code: 'compilePattern' },
);

/**
 * A validator that stops at the first thing that is wrong. It takes time linear in a text that a pattern is for, but
 * not in values: see {@link validateWithin}. Throws for what is no JSON Schema 2020-12, is larger than {@link
 * MOST_SUBSCHEMAS}, or has a pattern that RE2 does not know.
 */
export function compileSchema(schema: Readonly<Record<string, unknown>>): ValidateFunction {
  if (schemaSize(schema) > MOST_SUBSCHEMAS) throw new Error(`it has more than ${MOST_SUBSCHEMAS} subschemas`);
  const ajv = new Ajv2020({ strict: false, logger: false, code: { regExp: linearPatterns } });
  return ajv.removeKeyword('uniqueItems').addKeyword(uniqueItems).compile(schema);
}

/** Validators that are kept. */
const MOST_KEPT = 50;
/** By their schema, the one used last at the end. */
const kept = new Map<string, ValidateFunction>();

/** As {@link compileSchema}, for a schema that is used again and again: it is compiled once. */
export function validatorOf(schema: Readonly<Record<string, unknown>>): ValidateFunction {
  const key = JSON.stringify(schema);
  const validate = kept.get(key) ?? compileSchema(schema);
  kept.delete(key);
  kept.set(key, validate);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return validate;
}

const sandbox: { run: () => boolean } = { run: () => false };
const context = createContext(sandbox);
const script = new Script('run()');

/**
 * Whether a value is valid; `null` when that takes longer. A schema that refers to itself twice can take time
 * exponential in the depth of the value.
 */
export function validateWithin(milliseconds: number, validate: ValidateFunction, value: unknown): boolean | null {
  sandbox.run = () => validate(value);
  try {
    return script.runInContext(context, { timeout: milliseconds }) === true;
  } catch (error) {
    // It can be an error of the other context's own class.
    if (isObject(error) && error['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null;
    throw error;
  }
}
