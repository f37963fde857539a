import type { StoredOrder } from '../../domain/synthesis/orders.ts';
import type { ValidationIssue } from '../contract/validation.ts';

/** What is wrong with a member of a request of synthesis. */
export const issueAt = (loc: readonly (string | number)[], msg: string): ValidationIssue => ({
  loc: ['body', ...loc],
  msg,
  type: 'synthesis',
});

/** What a request orders, or what is wrong with it. */
export type Read = { readonly order: StoredOrder['order'] } | { readonly issues: readonly ValidationIssue[] };
