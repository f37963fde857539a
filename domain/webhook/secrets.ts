/**
 * Name of the secret behind a webhook's `secret_ref`. The prefix keeps it separate from the service's own credentials,
 * which no request may reference.
 */
export function webhookSecretName(secretRef: string): string {
  return `webhook_${secretRef}`;
}
