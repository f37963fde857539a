/** One conversion by a pool of converters, without a store. */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { openConverters } from '../../activities/parse/converters/pool.ts';
import type { ConverterPool, ConverterSettings } from '../../activities/parse/converters/pool.ts';
import { WorkerMetrics } from '../../activities/metrics.ts';
import type { DocumentFacts } from '../../engines/parse/documents/document-facts.ts';
import type { ParseInput } from '../../engines/parse/documents/types.ts';
import { bytesInput } from '../../platform/process-pool/pooled-process.ts';

const TIMEOUT_MS = 120_000;

/** Converters as a worker of the profile `parse` has them. */
export function openParseConverters(parse: ConverterSettings['parse']): ConverterPool {
  const documentAi = { directory: '', threads: 1, memoryMb: 0, doclingUrl: null };
  return openConverters({ parse, documentAi }, ['parse'], new WorkerMetrics());
}

/** The document that the markdown converter makes of a source in one go, without its pictures. */
export async function convertWith(
  pool: ConverterPool,
  { bytes, ...input }: ParseInput,
): Promise<DocumentFacts & { readonly markdown: string }> {
  let markdown = '';
  const answer = await pool.run(
    { kind: 'document', engine_id: 'markdown_converter', input, source_bytes: bytes.byteLength },
    {
      inputs: [bytesInput(bytes)],
      signal: AbortSignal.timeout(TIMEOUT_MS),
      timeoutMs: TIMEOUT_MS,
      key: 'a',
      isUnderWay: false,
      onOutput: async ({ kind }, content) => {
        const delivered = await buffer(content);
        if (kind === 'markdown') markdown = delivered.toString();
      },
    },
  );
  assert.equal(answer.kind, 'document');
  return { ...answer.document, markdown };
}
