import { createHmac } from 'node:crypto';

/** Prefix of secrets in the format of Standard Webhooks: the rest is base64. Other secrets are used as they are. */
const NOTATION = 'whsec_';

export interface SignedContent {
  readonly webhookId: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 of `id.timestamp.body`, with one
 * signature per secret, so that a receiver can verify with the old or the new one during a rotation. Without a secret
 * there is no signature.
 */
export function webhookHeaders(
  { webhookId, timestamp, body }: SignedContent,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = secret.startsWith(NOTATION) ? Buffer.from(secret.slice(NOTATION.length), 'base64') : secret;
    return `v1,${createHmac('sha256', key).update(`${webhookId}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': webhookId,
    'webhook-timestamp': String(timestamp),
    ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
  };
}
