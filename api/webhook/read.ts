/** The webhook of a request, validated as far as possible before the first delivery. */
import { JOB_WEBHOOK_EVENT_TYPES } from '../../domain/webhook/model.ts';
import type { WebhookOrder } from '../../domain/webhook/model.ts';
import { isPlainlyBlocked } from '../../platform/network-guard/addresses.ts';
import { webhookSecretName } from '../../domain/webhook/secrets.ts';
import { openIssues } from '../contract/issues.ts';
import { isCredential, isHeaderValue, isOwnHeader } from '../contract/sent-headers.ts';
import type { ValidationIssue } from '../contract/validation.ts';
import type { Services } from '../services.ts';
import type { WebhookRequest } from './schemas.ts';

const SIGNATURE = /^webhook-|signature/;

export async function readWebhook(
  { config, secrets, addressPolicy }: Pick<Services, 'config' | 'secrets' | 'addressPolicy'>,
  request: WebhookRequest | undefined,
): Promise<{ readonly webhook: WebhookOrder | null; readonly issues: readonly ValidationIssue[] }> {
  if (!request) return { webhook: null, issues: [] };
  const { issues, fault } = openIssues('webhook', 'webhook');

  const url = URL.parse(request.url);
  if (!url) fault(['url'], 'This is not a valid URL.');
  else if (url.username || url.password) fault(['url'], 'The URL contains a user name or password. Remove them.');
  else if (isPlainlyBlocked(addressPolicy, url)) {
    fault(
      ['url'],
      `${url.hostname} is not on the public Internet. Use a public receiver, or ask the operator to allow it ` +
        'in NETWORK_ALLOW.',
    );
  }

  const secret_ref = request.secret_ref ?? null;
  if (secret_ref !== null && (await secrets.read(webhookSecretName(secret_ref))).length === 0) {
    const name = webhookSecretName(secret_ref);
    fault(['secret_ref'], `There is no secret with this name. The operator sets it as ${name}: see docs/webhooks.md.`);
  }

  const headers: Record<string, string> = {};
  for (const [given, value] of Object.entries(request.headers ?? {})) {
    const name = given.toLowerCase();
    const problem = headerProblem(name, value) ?? (Object.hasOwn(headers, name) ? 'This header appears twice.' : null);
    if (problem) fault(['headers', given], problem);
    headers[name] = value;
  }
  const { retryDelaysMs, timeoutMs } = config.webhooks;
  const policy = { retry_delays_ms: retryDelaysMs, timeout_ms: timeoutMs };
  const event_types = request.event_types ?? JOB_WEBHOOK_EVENT_TYPES.filter((type) => type !== 'job.started');
  return { webhook: { url: request.url, secret_ref, event_types, headers, policy }, issues };
}

function headerProblem(name: string, value: string): string | null {
  if (isOwnHeader(name)) return 'This header is reserved for the connection. Remove it.';
  if (SIGNATURE.test(name)) return 'This header is reserved for the signature. Use secret_ref.';
  if (isCredential(name)) {
    return (
      'Headers are stored with the job, so they must not contain credentials. Use secret_ref, and let the ' +
      'receiver verify the signature.'
    );
  }
  return isHeaderValue(value) ? null : 'A header value must be printable text on one line.';
}
