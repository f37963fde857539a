/** Definitions of tools, and what is wrong with them. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { compileSchema } from '../../text/json-schema.ts';
import { MOST_SUBSCHEMAS, areTooLarge } from '../../text/schema-size.ts';
import { checkSchema } from '../rows/check-schema.ts';
import type { Issue } from '../rows/check-schema.ts';

export const ToolShape = Type.Object({
  name: Type.String(),
  description: Type.String(),
  /** JSON Schema 2020-12 of its arguments, which are an object. */
  parameters: Type.Record(Type.String(), Type.Unknown()),
});
export type Tool = Static<typeof ToolShape>;

/** What is wrong, and where in the list of tools. */
export function checkTools(tools: readonly Tool[]): readonly Issue[] {
  if (areTooLarge(tools.map(({ parameters }) => parameters))) {
    const message = `The schemas have more than ${MOST_SUBSCHEMAS} subschemas in all. Give fewer tools, or simpler ones.`;
    return [{ path: [], message }];
  }
  return tools.flatMap(({ name, parameters }, index): Issue[] => {
    const at = [index, 'parameters'];
    const isTwice = tools.findIndex((other) => other.name === name) < index;
    const issues = [
      ...(isTwice ? [{ path: [index, 'name'], message: `Two tools have the name ${name}.` }] : []),
      ...checkSchema(parameters, at),
    ];
    if (parameters['type'] !== 'object') {
      issues.push({ path: at, message: 'Arguments are an object: use "type": "object".' });
    }
    const wrong = issues.length > 0 ? null : compileError(parameters);
    return wrong === null ? issues : [{ path: at, message: wrong }];
  });
}

function compileError(parameters: Tool['parameters']): string | null {
  try {
    // An asynchronous validator returns a promise, which is no verdict.
    return '$async' in compileSchema(parameters) ? 'Leave out $async.' : null;
  } catch (error) {
    return `It is no JSON Schema 2020-12: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
