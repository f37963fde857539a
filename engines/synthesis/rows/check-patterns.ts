/** Patterns that cannot be checked, or not in the time that others can spare. */
import { isObject } from '../../../platform/is-object.ts';
import { compilePattern } from '../../text/linear-pattern.ts';
import { patternSteps } from '../../text/schema-size.ts';
import { schemasIn } from './check-limits.ts';
import type { Issue } from './check-schema.ts';
import type { Table } from './request.ts';

/** Steps of all patterns of a request, each counted once. */
const MOST_STEPS = 100_000;

/** The paths lead into the list of tables. */
export function checkPatterns(tables: readonly Table[]): readonly Issue[] {
  const reasons = new Map<string, string | null>();
  const issues: Issue[] = [];
  let steps = 0;
  for (const { text, path } of tables.flatMap(({ schema }, index) => patternsIn(schema, [index, 'schema']))) {
    let reason = reasons.get(text);
    if (reason === undefined) {
      steps += patternSteps(text);
      if (steps > MOST_STEPS) {
        const message =
          `All patterns together have more than ${MOST_STEPS} characters, times their repetitions: use shorter ` +
          'or fewer ones.';
        return [...issues, { path, message }];
      }
      reason = patternError(text);
      reasons.set(text, reason);
    }
    if (reason === null) continue;
    issues.push({ path, message: `Use a pattern of RE2, without lookaround and back references: ${reason}.` });
  }
  return issues;
}

function patternsIn(schema: unknown, path: Issue['path']): { readonly text: string; readonly path: Issue['path'] }[] {
  return schemasIn(schema, path).flatMap(({ schema: { pattern, patternProperties }, path: at }) => [
    ...(typeof pattern === 'string' ? [{ text: pattern, path: [...at, 'pattern'] }] : []),
    ...(isObject(patternProperties)
      ? Object.keys(patternProperties).map((text) => ({ text, path: [...at, 'patternProperties', text] }))
      : []),
  ]);
}

function patternError(pattern: string): string | null {
  try {
    compilePattern(pattern, { ignoresCase: false });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
