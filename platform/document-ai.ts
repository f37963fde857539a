/** Where the models and native libraries of document AI are, and whether they are all there. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defaultHome } from './config/home.ts';

/** Rises with what is fetched (embedded/setup/document-ai-parts.ts). */
export const DOCUMENT_AI_RELEASE = '1';

/** DOCUMENT_AI_DIR, else beside what else was downloaded. */
export function documentAiDirectory(env: Readonly<Record<string, string | undefined>>): string {
  return resolve(env['DOCUMENT_AI_DIR']?.trim() || join(defaultHome(), 'document-ai'));
}

/** The file that is written when everything else is there. */
export const releaseFile = (directory: string): string => join(directory, `release-${DOCUMENT_AI_RELEASE}`);

/** Whether `npm run setup:document-ai` has been run for this release. */
export const isDocumentAiSetUp = (directory: string): boolean => existsSync(releaseFile(directory));
