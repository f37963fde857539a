/** `npm run setup:embedder`: downloads the model of EMBEDDER_MODEL and what runs it. */
import { readOptions } from '../../platform/command-line.ts';
import { ConfigError, readSettings } from '../../platform/config.ts';
import { SetupError } from '../../platform/setup-error.ts';
import { readEmbedder } from '../embedder/settings.ts';
import { obtainEmbedder } from './embedder.ts';

readOptions('npm run setup:embedder', {});
try {
  const { directory, model } = readSettings(process.env, readEmbedder);
  await obtainEmbedder(directory, model, console.log);
  console.log(`${model} is set up in ${directory}. Start it: npm run embedder`);
} catch (error) {
  console.error(error instanceof SetupError || error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
