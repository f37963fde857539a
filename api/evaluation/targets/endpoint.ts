/** The endpoint of a target, checked as far as possible before anything is sent to it. */
import { mayReceive, operationUrl, targetSecretName } from '../../../domain/evaluation/targets.ts';
import { isPlainlyBlocked } from '../../../platform/network-guard/addresses.ts';
import { openIssues } from '../../contract/issues.ts';
import type { ValidationIssue } from '../../contract/validation.ts';
import type { Services } from '../../services.ts';
import type { EvalTarget } from './schemas.ts';

export const DEFAULT_TIMEOUT_SECONDS = 60;

/** Members that say where an endpoint is and how it is called; a performance run reads no others. */
export const ENDPOINT_MEMBERS: readonly (keyof EvalTarget)[] = [
  ...(['protocol', 'endpoint_url', 'model', 'secret_ref', 'timeout_seconds'] as const),
];

/** The address of its operation; issues name what is wrong. */
export async function readEndpoint(
  { config, secrets, addressPolicy }: Pick<Services, 'config' | 'secrets' | 'addressPolicy'>,
  { endpoint_url, secret_ref }: EvalTarget,
): Promise<{ readonly url: string; readonly issues: readonly ValidationIssue[] }> {
  const { issues, fault } = openIssues('target', 'target');
  if (endpoint_url === undefined) {
    fault(['endpoint_url'], 'Give the address of the endpoint.');
    return { url: '', issues };
  }
  const url = URL.parse(endpoint_url);
  if (!url || !/^https?:$/.test(url.protocol)) {
    fault(['endpoint_url'], 'This is not an http or https URL.');
    return { url: endpoint_url, issues };
  }
  if (url.username || url.password)
    fault(['endpoint_url'], 'The URL contains a user name or password. Use secret_ref.');
  if (url.search)
    fault(['endpoint_url'], 'The URL has a query, which could contain a key. Remove it, and use secret_ref.');
  if (isPlainlyBlocked(addressPolicy, url)) {
    fault(
      ['endpoint_url'],
      `${url.hostname} is not on the public Internet. Use a public endpoint, or ask the operator to allow it ` +
        'in NETWORK_ALLOW.',
    );
  }
  if (secret_ref !== undefined) {
    const name = targetSecretName(secret_ref);
    if (!mayReceive(config.evaluation, secret_ref, url)) {
      fault(['secret_ref'], `${url.origin} may not receive this key. The operator allows it in EVAL_TARGET_ORIGINS.`);
    } else if ((await secrets.read(name)).length === 0) {
      fault(['secret_ref'], `There is no key with this name. The operator sets it as the secret ${name}.`);
    }
  }
  return { url: operationUrl(url), issues };
}
