/** Validates a request against its schemas and lists all validation errors. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TObject, TSchema } from 'typebox';
import type { Route } from './route.ts';
import { MAX_JSON_BYTES } from './schema.ts';
import { sentenceOf } from './sentences.ts';
import { isTimestamp } from './timestamp.ts';

export interface ValidationIssue {
  /** Where: `["body", "sources", 0]`. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  /** Rule that failed: `missing`, `type`, `maximum` … */
  readonly type: string;
}

/** What is wrong with a place in the body. */
export const bodyIssue = (loc: ValidationIssue['loc'], msg: string, type: string): ValidationIssue => ({
  loc: ['body', ...loc],
  msg,
  type,
});

/** Members of a request that what it asks for (`user`) would ignore: its sender expects them to count. */
export function uselessMembers(
  request: Readonly<Record<string, unknown>>,
  members: readonly string[],
  user: string,
  place: readonly string[] = [],
): ValidationIssue[] {
  return members
    .filter((member) => request[member] !== undefined)
    .map((member) => {
      const loc = [...place, member];
      return bodyIssue(loc, `Leave out ${loc.join('.')}: ${user} has no use for it.`, 'unused_member');
    });
}

/** More would make responses many times larger than their requests. */
const MAX_ISSUES = 100;

/** A request that does not meet the contract; the answer is 422, with the first hundred issues. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  readonly issues: readonly ValidationIssue[];

  constructor(issues: readonly ValidationIssue[]) {
    super('The request violates the contract.');
    this.issues = issues.slice(0, MAX_ISSUES);
  }
}

/** That a request has both of two members, of which it is to have one, or neither. */
export function notExactlyOne(
  place: readonly string[],
  [one, other]: readonly [string, string],
  has: 'both' | 'neither',
  type: string,
): ValidationError {
  const msg = `Give ${one} or ${other}: the request has ${has}.`;
  return new ValidationError([{ loc: [...place, one], msg, type }]);
}

const ajv = new Ajv2020({
  allErrors: true,
  useDefaults: true,
  strict: true,
  strictTypes: false,
  allowUnionTypes: true,
  verbose: true,
  // Optimizing the code takes half of the time of compiling it, and V8 does the same for what is called often.
  code: { optimize: false },
});
addFormats.default(ajv);
ajv.addFormat('date-time', isTimestamp);
// Annotations, not rules.
ajv.addVocabulary(['example']);
ajv.addKeyword({
  keyword: MAX_JSON_BYTES,
  schemaType: 'number',
  validate: (limit: number, value: unknown) => Buffer.byteLength(JSON.stringify(value)) <= limit,
});

const PARTS = ['path', 'query', 'header', 'body'] as const;
type Part = (typeof PARTS)[number];
export type RawRequest = Readonly<Record<Exclude<Part, 'query'>, unknown>> & {
  readonly query: Record<string, unknown>;
};

/** Compiles the checks of a route. The result fills in defaults in place and throws {@link ValidationError}. */
export function compileValidator(route: Route): (request: RawRequest) => void {
  const checks = {
    path: compile('path', route.params),
    query: compile('query', route.query ?? NO_PARAMETERS),
    header: compile('header', route.headers && { ...route.headers, additionalProperties: true }),
    body: compile('body', route.bodyType === 'multipart/form-data' ? undefined : route.body),
  };
  const readWords = wordReader(route.query);
  return (request) => {
    readWords(request.query);
    const issues = PARTS.flatMap((part) => checks[part](request[part]));
    if (issues.length > 0) throw new ValidationError(issues);
  };
}

/** Compiles a check of a value that is no part of a request by itself, such as JSON within a form field. */
export function compileSchema(part: Part, schema: TSchema): Check {
  return compile(part, schema);
}

/** Parameters arrive as text: converts them to the numbers and booleans of the schema where possible. */
function wordReader(schema: TObject | undefined): (query: Record<string, unknown>) => void {
  const types = Object.entries(schema?.properties ?? {}).map(([name, property]) => [name, typeOf(property)] as const);
  return (query) => {
    for (const [name, type] of types) {
      const text = query[name];
      if (typeof text !== 'string') continue;
      if (type === 'integer' && /^-?\d{1,15}$/.test(text)) query[name] = Number(text);
      if (type === 'number' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) query[name] = Number(text);
      if (type === 'boolean' && /^(?:true|false)$/.test(text)) query[name] = text === 'true';
    }
  };
}

function typeOf(schema: TSchema): unknown {
  return 'type' in schema ? schema.type : undefined;
}

const NO_BODY = 'A body is required. Send a JSON object with Content-Type: application/json.';

/** All validation errors of a value. */
type Check = (value: unknown) => ValidationIssue[];

function compile(part: Part, schema: TSchema | undefined): Check {
  if (!schema) return () => [];
  let compiled: ValidateFunction | null = null;
  return (value) => {
    if (value === undefined) return [{ loc: [part], msg: NO_BODY, type: 'missing' }];
    // With the first value: to compile those of all routes is a third of what a start takes.
    const validate = (compiled ??= ajv.compile(schema));
    // An identifier with such text does not exist: the response is 404, as for every unknown one.
    const issues = part === 'path' ? [] : unkeepable(value, [part]);
    if (issues.length > 0 || validate(value)) return issues;
    const errors = ofLikelyAlternatives(validate.errors ?? [])
      .filter(isTelling)
      .slice(0, MAX_ISSUES);
    return errors.map((error) => toIssue(part, error));
  };
}

const NO_PARAMETERS: TSchema = { type: 'object', additionalProperties: false };

/**
 * Without the errors of those alternatives of an object that have fewer of its members than another one: its members
 * say which one is meant.
 */
function ofLikelyAlternatives(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unlikely = errors.flatMap(({ keyword, schema, data, schemaPath }) => {
    if (keyword !== 'anyOf' || !Array.isArray(schema) || typeof data !== 'object' || data === null) return [];
    const members = Object.keys(data);
    const had = schema.map((one) => members.filter((member) => Object.hasOwn(Object(one?.properties), member)).length);
    const most = Math.max(...had);
    return had.flatMap((count, at) => (count < most ? [`${schemaPath}/${at}/`] : []));
  });
  return unlikely.length === 0
    ? errors
    : errors.filter(({ schemaPath }) => !unlikely.some((path) => schemaPath.startsWith(path)));
}

/** `anyOf` reports each alternative and itself; the alternative `null` of an optional value only confuses. */
function isTelling(error: ErrorObject): boolean {
  return error.keyword !== 'anyOf' && !(error.keyword === 'type' && error.params['type'] === 'null');
}

function toIssue(part: Part, error: ErrorObject): ValidationIssue {
  const path = pointer(error.instancePath);
  const { params, keyword } = error;
  const place = [part, ...(part === 'header' ? path.map((name) => headerName(String(name))) : path)];
  const member: unknown = params['missingProperty'] ?? params['additionalProperty'];
  const loc = typeof member === 'string' ? [...place, member] : place;
  return { loc: loc.map(shortened), msg: sentenceOf(error), type: TYPES[keyword] ?? keyword };
}

/** Characters of a member's name that an answer repeats. */
const MAX_NAME = 100;

function shortened(name: string | number): string | number {
  return typeof name === 'string' ? name.slice(0, MAX_NAME).toWellFormed() : name;
}

/** What a failing keyword is called in answers, if otherwise. */
const TYPES: Readonly<Record<string, string>> = {
  required: 'missing',
  additionalProperties: 'unknown_member',
  [MAX_JSON_BYTES]: 'max_json_bytes',
};

/** `idempotency-key` as people write it: `Idempotency-Key`. */
export function headerName(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (_match, dash: string, letter: string) => dash + letter.toUpperCase());
}

function pointer(path: string): (string | number)[] {
  return path
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((segment) => (/^\d+$/.test(segment) ? Number(segment) : segment));
}

/** Deeper values exhaust the stacks of those who walk them: serializers, Postgres, clients. */
const MAX_DEPTH = 100;

/** All parts of a value that JSON allows but stores cannot return unchanged. They are rejected. */
export function unkeepable(value: unknown, loc: ValidationIssue['loc'], depth = 0): ValidationIssue[] {
  switch (typeof value) {
    case 'string':
      return isText(value)
        ? []
        : [{ loc, msg: 'Text must not contain NUL characters or lone surrogates. Remove them.', type: 'characters' }];
    case 'number':
      return Number.isFinite(value)
        ? []
        : [{ loc, msg: 'This number exceeds the range of a double (about 1.8e308).', type: 'number' }];
    case 'object':
      return value === null ? [] : ofMembers(value, loc, depth);
    default:
      return [];
  }
}

function ofMembers(value: object, loc: ValidationIssue['loc'], depth: number): ValidationIssue[] {
  if (depth >= MAX_DEPTH)
    return [{ loc, msg: `This value is nested more than ${MAX_DEPTH} levels deep. Flatten it.`, type: 'depth' }];
  if (Array.isArray(value)) return value.flatMap((item, index) => unkeepable(item, [...loc, index], depth + 1));
  return Object.entries(value).flatMap(([name, member]) => {
    // JavaScript does not treat it as an ordinary member.
    if (name === '__proto__') return [{ loc: [...loc, name], msg: 'A member cannot have this name.', type: 'name' }];
    return [...unkeepable(name, loc), ...unkeepable(member, [...loc, name], depth + 1)];
  });
}

function isText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}
