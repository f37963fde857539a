/** Other forms of a name that show in the name itself. */

/** Legal forms of companies, as the last words of a normal form. */
const LEGAL_FORM =
  / (?:inc|incorporated|ltd|limited|llc|llp|plc|corp|corporation|gmbh|ag|se|sa|s a|sarl|sas|spa|s p a|srl|nv|n v|bv|b v|ab|asa|a s|oy|oyj|kk|pty ltd|pte ltd|co ltd|gmbh co kg)$/;

/**
 * A normal form without the legal form at its end; `null` when it has none, or when a single word is left: "Time Inc"
 * is not "Time", nor "Boston Corporation" Boston.
 */
export function withoutLegalForm(name: string): string | null {
  const rest = name.replace(LEGAL_FORM, '');
  return rest === name || !rest.includes(' ') ? null : rest;
}

const INITIALS = /^(?:\p{L} ){2,6}\p{L}{2,}$/u;

/** Whether a normal form is at least two initials and a last name. */
export const isInitialed = (name: string): boolean => INITIALS.test(name);

/** "e mail", written "e-mail", as "email"; `null` for a name whose words are joined otherwise. */
export function withoutHyphens(label: string, name: string): string | null {
  const joined = name.replaceAll(' ', '');
  return /^\p{L}+(?:[-‐‑]\p{L}+)+$/u.test(label) && joined !== name ? joined : null;
}
