/** How a webhook's `secret_ref` is called among the secrets: apart from the service's own credentials, which no request may name. */
export function webhookSecretName(secretRef: string): string {
  return `webhook_${secretRef}`;
}
