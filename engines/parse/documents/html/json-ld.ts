/** Schema.org data that pages embed as JSON-LD. */
import { isObject } from '../../../../platform/is-object.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object that describes the page's article, of any article type; empty when there is none. */
export function article(scripts: readonly string[]): JsonObject {
  const objects = scripts.flatMap(parse);
  return objects.find((object) => hasType(object, /Article|BlogPosting|Report$/)) ?? {};
}

function parse(script: string): JsonObject[] {
  try {
    // Some pages have unescaped line feeds inside strings.
    return flatten(JSON.parse(script.replace(/[\n\r\t]+/g, ' ')), 0);
  } catch {
    return [];
  }
}

/** Objects at the top level, in arrays and in `@graph`. */
function flatten(value: unknown, depth: number): JsonObject[] {
  if (depth > 4) return [];
  if (Array.isArray(value)) return value.flatMap((item) => flatten(item, depth + 1));
  if (!isObject(value)) return [];
  return [value, ...flatten(value['@graph'], depth + 1), ...flatten(value['mainEntity'], depth + 1)];
}

function hasType(object: JsonObject, pattern: RegExp): boolean {
  const types: unknown[] = Array.isArray(object['@type']) ? object['@type'] : [object['@type']];
  return types.some((type) => typeof type === 'string' && pattern.test(type));
}
