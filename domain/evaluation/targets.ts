/** Keys of the endpoints that evaluations call. A request names a key; it never contains one. */
import type { EvaluationSettings } from './settings.ts';

/** The prefix keeps these secrets separate from the service's own credentials, which no request may reference. */
export const targetSecretName = (secretRef: string): string => `target_${secretRef}`;

/** Whether the operator lets this endpoint have the key: otherwise a request could send it to any address. */
export function mayReceive(
  { targetOrigins }: Pick<EvaluationSettings, 'targetOrigins'>,
  secretRef: string,
  url: URL,
): boolean {
  return targetOrigins[secretRef] === url.origin;
}

/** What an endpoint takes is usage of the job under this name: no name of a model has a hyphen. */
export const ENDPOINT_SOURCE = 'target-endpoint';

/** The chat operation of an endpoint whose base address, or whose chat or completion operation, is given. */
export function operationUrl(endpoint: URL): string {
  const url = new URL(endpoint);
  if (!url.pathname.endsWith('/completions')) url.pathname = `${url.pathname.replace(/\/$/, '')}/chat/completions`;
  return url.href;
}
