/** Checks a request against its schemas and lists every place that fails. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TObject, TSchema } from 'typebox';
import { unkeepable } from './keepable.ts';
import type { Route } from './route.ts';
import { MAX_JSON_BYTES } from './schema.ts';
import { isTimestamp } from './timestamp.ts';

export interface ValidationIssue {
  /** Where: `["body", "sources", 0]`. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  /** Rule that failed: `missing`, `type`, `maximum` … */
  readonly type: string;
}

/** A request that does not meet the contract; the answer is 422. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  readonly issues: readonly ValidationIssue[];

  constructor(issues: readonly ValidationIssue[]) {
    super('The request does not meet the contract.');
    this.issues = issues;
  }
}

const ajv = new Ajv2020({
  allErrors: true,
  useDefaults: true,
  strict: true,
  strictTypes: false,
  allowUnionTypes: true,
  verbose: true,
});
addFormats.default(ajv);
ajv.addFormat('date-time', isTimestamp);
// Words for people, not rules.
ajv.addVocabulary(['example']);
ajv.addKeyword({
  keyword: MAX_JSON_BYTES,
  schemaType: 'number',
  validate: (limit: number, value: unknown) => Buffer.byteLength(JSON.stringify(value)) <= limit,
});

/** More would make answers that are many times as large as their requests. */
const MAX_ISSUES = 100;

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
    if (issues.length > 0) throw new ValidationError(issues.slice(0, MAX_ISSUES));
  };
}

/** Compiles a check of a value that is no part of a request by itself, such as JSON within a form field. */
export function compileSchema(part: Part, schema: TSchema): Check {
  return compile(part, schema);
}

/** Parameters arrive as text: puts the numbers and booleans that the schema wants in its place, as far as it is some. */
function wordReader(schema: TObject | undefined): (query: Record<string, unknown>) => void {
  const types = Object.entries(schema?.properties ?? {}).map(([name, property]) => [name, typeOf(property)] as const);
  return (query) => {
    for (const [name, type] of types) {
      const text = query[name];
      if (typeof text !== 'string') continue;
      if (type === 'integer' && /^-?\d{1,15}$/.test(text)) query[name] = Number(text);
      if (type === 'boolean' && /^(?:true|false)$/.test(text)) query[name] = text === 'true';
    }
  };
}

function typeOf(schema: TSchema): unknown {
  return 'type' in schema ? schema.type : undefined;
}

/** Every place of a value that fails. */
type Check = (value: unknown) => ValidationIssue[];

function compile(part: Part, schema: TSchema | undefined): Check {
  if (!schema) return () => [];
  const validate: ValidateFunction = ajv.compile(schema);
  return (value) => {
    if (value === undefined) return [{ loc: [part], msg: 'A body is required.', type: 'missing' }];
    // An identifier with such text names nothing: that is 404, as for every unknown one.
    const issues = part === 'path' ? [] : unkeepable(value, [part]);
    if (issues.length > 0 || validate(value)) return issues;
    return (validate.errors ?? []).filter(isTelling).map((error) => toIssue(part, error));
  };
}

const NO_PARAMETERS: TSchema = { type: 'object', additionalProperties: false };

/** `anyOf` reports each alternative and itself; the alternative `null` of an optional value only confuses. */
function isTelling(error: ErrorObject): boolean {
  return error.keyword !== 'anyOf' && !(error.keyword === 'type' && error.params['type'] === 'null');
}

function toIssue(part: Part, error: ErrorObject): ValidationIssue {
  const path = pointer(error.instancePath);
  const loc = [part, ...(part === 'header' ? path.map((name) => headerName(String(name))) : path)];
  switch (error.keyword) {
    case 'required':
      return {
        loc: [...loc, String(error.params['missingProperty'])],
        msg: 'This member is required.',
        type: 'missing',
      };
    case 'additionalProperties':
      return {
        loc: [...loc, String(error.params['additionalProperty'])],
        msg: 'There is no such member here. Check its spelling against the contract.',
        type: 'unknown_member',
      };
    case 'enum':
      return { loc, msg: `must be one of: ${[error.params['allowedValues']].flat().join(', ')}`, type: 'enum' };
    case MAX_JSON_BYTES:
      return { loc, msg: `may have at most ${String(error.schema)} bytes as JSON`, type: 'max_json_bytes' };
    case 'format':
      return { loc, msg: formatMessage(error), type: 'format' };
    case 'pattern':
      return { loc, msg: `does not have the form that is wanted: ${describe(error.parentSchema)}`, type: 'pattern' };
    default:
      return { loc, msg: error.message ?? 'is not valid', type: error.keyword };
  }
}

function formatMessage({ params, message = 'is not valid' }: ErrorObject): string {
  return params['format'] === 'date-time' ? 'must be a time such as 2026-03-14T09:26:53Z (RFC 3339)' : message;
}

function describe(schema: ErrorObject['parentSchema']): string {
  const description: unknown = schema?.['description'];
  return typeof description === 'string' ? description : 'see the contract.';
}

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
