/** `npm run setup:document-ai`: downloads the models and native libraries for text recognition in scans and images. */
import { readOptions } from '../../platform/command-line.ts';
import { documentAiDirectory } from '../../domain/parse/document-ai.ts';
import { obtainDocumentAi } from './document-ai.ts';
import { SetupError } from '../../platform/setup-error.ts';

readOptions('npm run setup:document-ai', {});
const directory = documentAiDirectory(process.env);
try {
  await obtainDocumentAi(directory, console.log);
  console.log(`Document AI is set up in ${directory}. Start its worker: npm run worker -- --profile document-ai`);
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
}
