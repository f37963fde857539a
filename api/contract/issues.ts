import type { ValidationIssue } from './validation.ts';

export type Fault = (place: readonly (string | number)[], msg: string) => void;

/** Collects what is wrong with the body of a request: `place` is below `at`, and all issues have one `type`. */
export function openIssues(
  type: string,
  ...at: readonly string[]
): { readonly issues: readonly ValidationIssue[]; readonly fault: Fault } {
  const issues: ValidationIssue[] = [];
  const fault: Fault = (place, msg) => {
    issues.push({ loc: ['body', ...at, ...place], msg, type });
  };
  return { issues, fault };
}
