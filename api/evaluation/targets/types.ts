import type { Target } from '../../../activities/evaluation/targets/target.ts';
import type { ValidationIssue } from '../../contract/validation.ts';

/** The target of a quality run as its request names it. */
export interface ReadTarget {
  /** `null` if there is none, or something is wrong with it. */
  readonly target: Target | null;
  readonly issues: readonly ValidationIssue[];
}
