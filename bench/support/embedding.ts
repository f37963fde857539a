/** The embedder's model, without its server. */
import { Batches } from '../../embedded/embedder/batches.ts';
import { loadModel } from '../../embedded/embedder/model.ts';
import { readEmbedder } from '../../embedded/embedder/settings.ts';
import { obtainEmbedder } from '../../embedded/setup/embedder.ts';
import { readSettings } from '../../platform/config.ts';
import { KNOWN_MODELS } from '../../platform/config/models.ts';
import type { EmbeddedKind } from '../../platform/models/embed.ts';

/** Unit vectors of texts, in their order. */
export type Embed = (texts: readonly string[], kind: EmbeddedKind) => Promise<readonly Float32Array[]>;

/** Loads the model of the settings, and sets it up first if necessary. */
export async function openEmbedding(): Promise<Embed> {
  const { directory, model: id, threads } = readSettings(process.env, readEmbedder);
  await obtainEmbedder(directory, id, console.error);
  const model = await loadModel(directory, id, threads);
  const batches = new Batches(model, Infinity, () => undefined);
  const { signal } = new AbortController();
  return (texts, kind) =>
    batches.embed(
      texts.map((text) => model.tokenize(`${KNOWN_MODELS[id]?.prefixes[kind] ?? ''}${text}`)),
      'bench',
      signal,
    );
}
