/** All settings of the service: those of the platform, which knows no domain, and those of the domains. */
import { readPlatform, readSettings } from '../platform/config.ts';
import type { PlatformConfig } from '../platform/config.ts';
import type { Environment, SettingsReader } from '../platform/config/reader.ts';
import { readEvaluation } from './evaluation/settings.ts';
import type { EvaluationSettings } from './evaluation/settings.ts';
import { readJobs } from './jobs/settings.ts';
import type { JobSettings } from './jobs/settings.ts';
import { readPromptProfiles } from './knowledge/cognify/prompt-profiles.ts';
import type { PromptProfiles } from './knowledge/cognify/prompt-profiles.ts';
import { readKnowledge } from './knowledge/settings.ts';
import type { KnowledgeSettings } from './knowledge/settings.ts';
import { readParse } from './parse/settings.ts';
import type { ParseSettings } from './parse/settings.ts';
import { readStorage } from './storage/settings.ts';
import type { StorageSettings } from './storage/settings.ts';
import { readWebhooks } from './webhook/settings.ts';
import type { WebhookSettings } from './webhook/settings.ts';

export interface Config extends PlatformConfig, ParseSettings {
  readonly storage: StorageSettings;
  readonly jobs: JobSettings;
  readonly knowledge: KnowledgeSettings;
  readonly evaluation: EvaluationSettings;
  readonly webhooks: WebhookSettings;
}

export interface ServiceSettings {
  readonly config: Config;
  readonly promptProfiles: PromptProfiles;
}

/** For `readSettings` (platform/config.ts). */
export function readService(reader: SettingsReader): ServiceSettings {
  return { config: readAll(reader), promptProfiles: readPromptProfiles(reader) };
}

export function readAll(reader: SettingsReader): Config {
  return {
    ...readPlatform(reader),
    ...readParse(reader),
    storage: readStorage(reader),
    jobs: readJobs(reader),
    knowledge: readKnowledge(reader),
    evaluation: readEvaluation(reader),
    webhooks: readWebhooks(reader),
  };
}

/** Reads the settings. Throws `ConfigError` with every problem, one per line. */
export function readConfig(environment: Environment): Config {
  return readSettings(environment, readAll);
}
