/** All settings of the service: those of the platform, which knows no domain, and those of the domains. */
import { readAll } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import type { SettingsReader } from '../platform/config/reader.ts';
import { readPromptProfiles } from './knowledge/cognify/prompt-profiles.ts';
import type { PromptProfiles } from './knowledge/cognify/prompt-profiles.ts';

export interface ServiceSettings {
  readonly config: Config;
  readonly promptProfiles: PromptProfiles;
}

/** For `readSettings` (platform/config.ts). */
export function readService(reader: SettingsReader): ServiceSettings {
  return { config: readAll(reader), promptProfiles: readPromptProfiles(reader) };
}
