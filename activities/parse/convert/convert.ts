import { findEngine } from '../../../engines/parse/catalog.ts';
import { assertMarkdown, outputLimitOf } from '../../../engines/parse/documents/index.ts';
import type { ParseOptions } from '../../../engines/parse/options.ts';
import { countTextless } from '../../../engines/parse/documents/textless.ts';
import type { ParseInput, WarningCode } from '../../../engines/parse/documents/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import { objectKey } from '../../../domain/keys.ts';
import { fairnessKey } from '../../../domain/jobs/priority.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import { tooLarge } from '../../../platform/objects/stream.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { ConverterPool } from '../converters/pool.ts';
import { observeEngine, startEngineClock } from '../converters/engine-work.ts';
import type { EngineMetrics } from '../converters/engine-work.ts';
import type { Step } from '../../step/step.ts';
import { cacheKey, takeCached } from './cache.ts';
import { convertSource } from './convert-source.ts';
import type { ConvertedSource } from './convert-source.ts';
import { converterOf } from './converter-of.ts';
import type { Converter, ConverterDependencies } from './converter-of.ts';
import { namesOf } from '../filename.ts';
import { contentOf, documentRow, writeDocument } from '../../../domain/parse/documents.ts';
import type { DocumentContent } from '../../../domain/parse/documents.ts';
import { folderOf } from '../../../domain/parse/keys.ts';
import type { ConvertedDocument } from '../../../domain/parse/results.ts';
import { passwordSecretName } from '../../../domain/parse/secrets.ts';
import { SCREENSHOT } from '../../../domain/parse/source.ts';
import { keepDocument } from '../keep/keep-document.ts';
import { storedInput } from '../stored-input.ts';
import type { ConvertInput } from '../types.ts';

export interface ConvertDependencies extends ConverterDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly converters: ConverterPool;
  readonly metrics: EngineMetrics;
}

/**
 * Warnings about failures that may not recur: pages that the engine could not read this time, or that a remote service
 * left out.
 */
const PASSING_WARNINGS: ReadonlySet<string> = new Set<WarningCode>(['page_unreadable', 'incomplete']);

/**
 * Runs one engine on a stored source and stores the document. Reuses an earlier result of the same engine for the same
 * source, unless the request asks for a new conversion.
 */
export async function convert(
  dependencies: ConvertDependencies,
  input: ConvertInput,
  step: Step,
): Promise<ConvertedDocument> {
  const { config, database, objects } = dependencies;
  const engine = findEngine(input.engine_id);
  const converter = converterOf(dependencies, engine.engine_id);
  const key = cacheKey(input, engine, { where: converter.where, tier: config.cloudParser.tier });
  const { filename, path } = await namesOf(dependencies, input.source);
  const taken = input.options.cache === 'use' ? await takeCached(dependencies, key, step.jobId) : null;
  const { content: converted, partsPrefix } = taken
    ? { content: taken, partsPrefix: null }
    : await make(dependencies, { version: engine.version, converter }, { ...input, filename }, step);

  const { screenshot } = input.source;
  const pictures = screenshot ? [{ ...SCREENSHOT, ...screenshot }] : [];
  const content = { ...converted, images: [...converted.images, ...pictures] };
  const engine_version = engine.version;
  // Warnings about the source apply only to this fetch of it.
  const isPassing = input.source.warnings.length > 0 || content.warnings.some(({ code }) => PASSING_WARNINGS.has(code));
  const origin = { ...input, label: input.envelope.source, filename, path };
  const making = { engine_version, cached: taken !== null, cacheKey: isPassing ? null : key };
  const row = documentRow(folderOf(step.jobId), origin, content, making);
  const document_id = await writeDocument(database, step.jobId, row);
  if (partsPrefix !== null) await objects.removePrefix(partsPrefix);
  const pages = content.page_spans.length;
  step.spend({ source: engine.engine_id, unit: 'pages', amount: pages });
  step.spend({ source: engine.engine_id, unit: 'bytes', amount: input.source.bytes });
  return {
    document_id,
    engine_version,
    pages,
    words: content.words,
    markdown_bytes: content.markdown_bytes,
    warnings: input.source.warnings.length + content.warnings.length,
    textless_pages: countTextless(content.warnings),
    cached: taken !== null,
  };
}

interface Made {
  readonly content: DocumentContent;
  /** Prefix of the stored parts of a long document, which are no longer needed once the document is stored. */
  readonly partsPrefix: string | null;
}

async function make(
  dependencies: ConvertDependencies,
  { version, converter }: { readonly version: string; readonly converter: Converter },
  // The filename stays out of Temporal's payloads.
  { envelope, source, options, filename }: ConvertInput & { readonly filename: string | null },
  step: Step,
): Promise<Made> {
  const { config, objects, secrets } = dependencies;
  const { maxSourceBytes, converters: concurrency } = config.parse;
  if (source.bytes > maxSourceBytes) throw tooLarge(maxSourceBytes);
  const { media_type: mediaType, charset, final_url: url } = source;
  const input = { mediaType, charset, filename, url, options };
  const folder = folderOf(step.jobId);
  const partsPrefix = objectKey('jobs/', step.jobId, 'parts', `${converter.engine_id}-${version}/`);
  const { document, images, hasParts } =
    converter.where === 'process'
      ? await convertSource(
          dependencies,
          {
            request: {
              engine_id: converter.engine_id,
              input: { ...input, ...(await passwordsOf(secrets, options)) },
            },
            source: storedInput(objects, source.key, source.bytes),
            folder,
            partsPrefix,
            fairnessKey: fairnessKey(envelope.tenant_id),
            timeoutMs: envelope.limits.step_timeout_ms,
            concurrency,
          },
          step,
        )
      : await convertElsewhere(dependencies, converter, { source, input, folder }, step);
  return { content: contentOf(document, images), partsPrefix: hasParts ? partsPrefix : null };
}

/**
 * The passwords that a request names, for a converter process alone: they are read when they are needed, and go nowhere
 * else. Throws `credential_missing` when the operator has removed them since the request.
 */
async function passwordsOf(
  secrets: Secrets,
  { password_ref }: Pick<ParseOptions, 'password_ref'>,
): Promise<Pick<ParseInput, 'passwords'>> {
  if (password_ref === null) return {};
  const secret = passwordSecretName(password_ref);
  const passwords = await secrets.read(secret);
  if (passwords.length > 0) return { passwords };
  throw new ServiceError('credential_missing', `The secret ${secret} of options.password_ref does not exist.`, {
    secret,
    field: 'options.password_ref',
  });
}

async function convertElsewhere(
  { config, objects, metrics }: ConvertDependencies,
  converter: Exclude<Converter, { readonly where: 'process' }>,
  {
    source,
    input,
    folder,
  }: Pick<ConvertInput, 'source'> & { readonly input: Omit<ParseInput, 'bytes'>; folder: string },
  step: Step,
): Promise<ConvertedSource> {
  step.begin();
  const { maxSourceBytes, maxMarkdownBytes } = config.parse;
  const bytes = await objects.getBytes(source.key, { maxBytes: maxSourceBytes, signal: step.signal });
  const stopClock = startEngineClock(step, converter.engine_id);
  const document = await observeEngine(
    metrics,
    converter.engine_id,
    'document',
    { mediaType: input.mediaType, bytes: bytes.byteLength },
    () => converter.convert({ ...input, bytes }, step).finally(stopClock),
    ({ pages }) => pages.length,
  );
  assertMarkdown(document.markdown, outputLimitOf(bytes.byteLength, maxMarkdownBytes));
  return { ...(await keepDocument(objects, folder, document)), hasParts: false };
}
