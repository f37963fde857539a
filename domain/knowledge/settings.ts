/** Settings of knowledge, besides the prompts of its models (cognify/prompt-profiles.ts). */
import type { SettingsReader } from '../../platform/config/reader.ts';

export interface KnowledgeSettings {
  /** How long a session of questions is kept after the last one. */
  readonly sessionRetentionDays: number;
}

export function readKnowledge({ integer }: SettingsReader): KnowledgeSettings {
  return { sessionRetentionDays: integer('SESSION_RETENTION_DAYS', 30, 1) };
}
