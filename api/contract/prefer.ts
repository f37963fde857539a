/** Preferences of a request (RFC 7240). */
import { Type } from 'typebox';
import { Text } from './schema.ts';

export const RESPOND_ASYNC = 'respond-async';

/** Header of a synchronous request that may be answered with a job instead. */
export const preferHeader = {
  prefer: Type.Optional(
    Text('`respond-async`: 202 with the job instead of waiting for it (RFC 7240).', RESPOND_ASYNC, { maxLength: 255 }),
  ),
};

/** Whether the header has the preference `respond-async`. Other preferences are ignored, as the RFC wants. */
export function prefersAsync(header = ''): boolean {
  // A quoted value may have commas.
  const preferences = header.replace(/"[^"]*"/g, '').split(',');
  return preferences.some((preference) => preference.split(/[;=]/)[0]?.trim().toLowerCase() === RESPOND_ASYNC);
}
