/** Graph prompt profiles by name: the built-in ones, and those of the settings. */
import { BUILT_IN_PROFILES } from '../../../engines/knowledge/extraction/profile.ts';
import type { PromptProfile } from '../../../engines/knowledge/extraction/profile.ts';

export const DEFAULT_PROFILE = 'default';

/** A configured profile of a built-in name takes its place. */
export function promptProfiles(
  configured: Readonly<Record<string, PromptProfile>>,
): Readonly<Record<string, PromptProfile>> {
  return { ...BUILT_IN_PROFILES, ...configured };
}
