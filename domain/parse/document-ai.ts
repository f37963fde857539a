/** Locates the models and native libraries of document AI and checks that they are complete. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defaultHome } from '../../platform/config/home.ts';

/** Increases with each change of the downloaded files (embedded/setup/document-ai-parts.ts). */
export const DOCUMENT_AI_RELEASE = '2';

/** DOCUMENT_AI_DIR, else a folder in the data directory. */
export function documentAiDirectory(env: Readonly<Record<string, string | undefined>>): string {
  return resolve(env['DOCUMENT_AI_DIR']?.trim() || join(defaultHome(), 'document-ai'));
}

/** Marker file, written after everything else is in place. */
export const releaseFile = (directory: string): string => join(directory, `release-${DOCUMENT_AI_RELEASE}`);

/** Whether `npm run setup:document-ai` has been run for this release. */
export const isDocumentAiSetUp = (directory: string): boolean => existsSync(releaseFile(directory));
