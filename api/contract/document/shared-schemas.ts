/** Schemas as the OpenAPI document has them: what has a title is a component of that name. */
import type { TSchema } from 'typebox';
import type { Components, Json } from './components.ts';
import { concise } from './concise.ts';

/** A copy of a schema in which each titled part is a reference. `place` says in errors where the schema is used. */
export function shareSchemas(schema: TSchema, components: Components, place: string): Json {
  return share(json(schema), components, place);
}

/** A value as JSON has it: without symbols, functions and members that are undefined. */
export function json(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

function share(value: Json, components: Components, place: string): Json {
  if (Array.isArray(value)) return value.map((item, index) => share(item, components, `${place}/${index}`));
  if (typeof value !== 'object' || value === null) return value;
  const schema = concise(value);
  const { title, ...members } = schema;
  // A schema may have a member of this name: that is a schema, no text.
  const isNamed = typeof title === 'string';
  const copy = Object.fromEntries(
    Object.entries(isNamed ? members : schema).map(([member, part]) => [
      member,
      DATA.has(member) ? part : share(part, components, `${place}/${member}`),
    ]),
  );
  return isNamed ? components.share('schemas', title, copy, place) : copy;
}

/** Members that hold data, not schemas. */
const DATA: ReadonlySet<string> = new Set(['examples', 'default', 'enum', 'const', 'required']);
