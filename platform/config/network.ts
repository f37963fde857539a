/** Settings of the network guard: the non-public addresses that outbound requests may reach. */
import { createAddressPolicy } from '../network-guard/addresses.ts';
import type { SettingsReader } from './reader.ts';

export function readNetworkAllow({ list, problems }: SettingsReader): readonly string[] {
  const allow = list('NETWORK_ALLOW', '');
  try {
    createAddressPolicy(allow);
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    problems.push(`NETWORK_ALLOW: ${fault} Fix: give addresses, CIDR ranges and host names, separated by commas.`);
  }
  return allow;
}
