/**
 * Secrets that parse requests name. The prefixes of their names keep them separate from the service's own credentials,
 * which no request may reference.
 */

/** Behind `options.password_ref`. */
export function passwordSecretName(ref: string): string {
  return `password_${ref}`;
}

/** Behind `secret_ref` of a header in `options.request_headers`. */
export function headerSecretName(ref: string): string {
  return `request_${ref}`;
}

/**
 * The value of such a header for an origin; `null` when the operator has not set it, or does not let it be sent there.
 * The words of the secret are the origins that may have it, which bind it to their owners whoever makes the request,
 * and the value.
 */
export function headerSecretFor(words: readonly string[], origin: string): string | null {
  const isOrigin = (word: string): boolean => /^https?:\/\//i.test(word);
  const mayHave = words.some((word) => isOrigin(word) && URL.parse(word)?.origin === origin);
  return mayHave ? (words.find((word) => !isOrigin(word)) ?? null) : null;
}
