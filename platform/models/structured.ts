/** Output of a language model that meets a JSON schema: checked, and repaired once. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';
import { storable } from '../database/storable.ts';
import { invalidOutput } from './chat.ts';
import type { ChatRequest, Completion } from './chat.ts';

export interface StructuredRequest<S extends TSchema> extends Omit<ChatRequest, 'schema'> {
  readonly schema: { readonly name: string; readonly schema: S };
}

const ajv = new Ajv2020({ allErrors: true, strict: false });
const validators = new WeakMap<object, ValidateFunction>();

/** What a model that is asked again is shown of its first output, and of the errors in it. */
const SHOWN_CHARACTERS = 8000;
const SHOWN_ERRORS = 20;

/** An output that meets its schema. */
export interface Structured<S extends TSchema> {
  readonly value: Static<S>;
  /** The call that returned it. */
  readonly completion: Completion;
}

/**
 * Calls `complete` for an output that meets the schema. Output that does not is shown to the model once more, with its
 * errors. Strings have no U+0000 and no lone surrogates. Rejects with `model_output_invalid` when that does not help,
 * or when the output was cut.
 */
export async function completeStructured<S extends TSchema>(
  model: string,
  complete: (request: ChatRequest) => Promise<Completion>,
  request: StructuredRequest<S>,
): Promise<Structured<S>> {
  const first = await complete(request);
  const read = readOutput(request.schema.schema, first);
  if ('value' in read) return { value: read.value, completion: first };
  if (first.finish === 'length') throw invalidOutput(model, 'length');
  const second = await complete({ ...request, messages: [...request.messages, ...repair(first.text, read.errors)] });
  const repaired = readOutput(request.schema.schema, second);
  if ('value' in repaired) return { value: repaired.value, completion: second };
  const reason = second.finish === 'length' ? 'length' : repaired.reason;
  throw invalidOutput(model, reason, { errors: repaired.errors.length });
}

type Output<T> =
  | { readonly value: T }
  | { readonly reason: 'empty' | 'json' | 'schema'; readonly errors: readonly string[] };

function readOutput<S extends TSchema>(schema: S, { text }: Completion): Output<Static<S>> {
  const json = withoutFence(text.trim());
  if (json === '') return { reason: 'empty', errors: ['The answer is empty.'] };
  let value: unknown;
  try {
    // Escapes of JSON can hold what no database stores.
    value = storable(JSON.parse(json));
  } catch {
    return { reason: 'json', errors: ['The answer is not valid JSON.'] };
  }
  const validate = validatorOf(schema);
  return validate(value) ? { value } : { reason: 'schema', errors: (validate.errors ?? []).map(sentenceOf) };
}

function validatorOf<S extends TSchema>(schema: S): ValidateFunction<Static<S>> {
  const validate: ValidateFunction = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  return validate as ValidateFunction<Static<S>>;
}

/** Endpoints that do not constrain the output may return it as a block of code. */
function withoutFence(text: string): string {
  if (!text.startsWith('```') || !text.endsWith('```')) return text;
  return text.slice(text.indexOf('\n') + 1, -3).trim();
}

const sentenceOf = ({ instancePath, message = '' }: ErrorObject): string =>
  `${instancePath || 'The value'} ${message}.`;

function repair(text: string, errors: readonly string[]): ChatRequest['messages'] {
  const list = errors.slice(0, SHOWN_ERRORS).map((error) => `- ${error}`);
  return [
    { role: 'assistant', content: text.slice(0, SHOWN_CHARACTERS) },
    {
      role: 'user',
      content:
        `That answer does not meet the JSON schema:\n${list.join('\n')}\nAnswer again with the corrected JSON ` +
        'alone.',
    },
  ];
}
