import type { Readable } from 'node:stream';
import { fairnessKey } from '../../domain/jobs/priority.ts';
import { fileKeyOf, fileOutcomes, readArchiveFiles, writeArchiveFiles } from '../../domain/parse/archive-files.ts';
import { contentOf, documentRow, writeDocument } from '../../domain/parse/documents.ts';
import { folderOf } from '../../domain/parse/keys.ts';
import type { ConvertedDocument } from '../../domain/parse/results.ts';
import { findEngine, profileId } from '../../engines/parse/catalog.ts';
import { fileList } from '../../engines/parse/markdown_converter/archive/file-list.ts';
import { tooLarge } from '../../platform/objects/stream.ts';
import type { Step } from '../step/step.ts';
import type { ConvertDependencies } from './convert/convert.ts';
import { askConverter } from './converters/ask.ts';
import type { ConverterOutput } from './converters/request.ts';
import { namesOf } from './filename.ts';
import { keepDocument } from './keep/keep-document.ts';
import { OutputKeeper } from './keep/keep-outputs.ts';
import { storedInput } from './stored-input.ts';
import type { ArchiveInput } from './types.ts';

const ENGINE = 'markdown_converter';

/** Stores the files of an archive and returns how many there are. A repeated attempt stores the same again. */
export async function unpackArchive(
  dependencies: Pick<ConvertDependencies, 'config' | 'database' | 'objects' | 'converters'>,
  { envelope, source, options }: ArchiveInput,
  step: Step,
): Promise<number> {
  const { config, objects, converters } = dependencies;
  if (source.bytes > config.parse.maxSourceBytes) throw tooLarge(config.parse.maxSourceBytes);
  const { media_type: mediaType, charset, final_url: url } = source;
  const { filename } = await namesOf(dependencies, source);
  const keeper = new OutputKeeper(objects, step.signal);
  const onOutput = (output: ConverterOutput, content: Readable, bytes: number): Promise<void> => {
    if (output.kind !== 'file') throw new Error('A converter was asked for files and returned something else.');
    const { ordinal } = output;
    return keeper.keep(fileKeyOf({ job_id: step.jobId, ordinal }), output.mediaType, content, bytes);
  };
  const answer = await askConverter(
    converters,
    {
      kind: 'unpack',
      engine_id: ENGINE,
      source_bytes: source.bytes,
      input: { mediaType, charset, filename, url, options },
    },
    {
      inputs: [storedInput(objects, source.key, source.bytes)],
      onOutput,
      onProgress: step.onProgress,
      timeoutMs: envelope.limits.step_timeout_ms,
      key: fairnessKey(envelope.tenant_id),
      isUnderWay: false,
    },
    step,
  );
  if (answer.kind !== 'unpacked') throw new Error('A converter was asked for files and answered something else.');
  await keeper.done();
  const { files, has_more } = answer;
  await writeArchiveFiles(objects, step.jobId, { object: source.object, files, has_more });
  return files.length;
}

/** Makes the document of the archive, a list of its files, once their jobs have ended. */
export async function listArchive(
  dependencies: Pick<ConvertDependencies, 'database' | 'objects'>,
  { envelope, source }: ArchiveInput,
  step: Step,
): Promise<ConvertedDocument> {
  step.begin();
  const { database, objects } = dependencies;
  const files = await readArchiveFiles(objects, step.jobId);
  const outcomes = await fileOutcomes(database, step.jobId, files);
  const { filename } = await namesOf(dependencies, source);
  const listed = outcomes.map(({ path, error }) => ({ path, failure: error?.code ?? null }));
  const document = fileList(filename ?? envelope.source, listed, files.has_more);
  const folder = folderOf(step.jobId);
  const kept = await keepDocument(objects, folder, document);
  const content = contentOf(kept.document, kept.images);
  const { version, default_scene } = findEngine(ENGINE);
  const origin = { envelope, label: envelope.source, source, filename, engine_id: ENGINE };
  const row = documentRow(folder, { ...origin, profile_id: profileId(ENGINE, default_scene) }, content, {
    engine_version: version,
    cached: false,
    cacheKey: null,
  });
  return {
    document_id: await writeDocument(database, step.jobId, row),
    engine_version: version,
    pages: 0,
    words: content.words,
    markdown_bytes: content.markdown_bytes,
    warnings: source.warnings.length + content.warnings.length,
    textless_pages: 0,
    cached: false,
  };
}
