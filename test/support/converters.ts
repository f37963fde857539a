/** One conversion by a pool of converters, without a store. */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { openConverters } from '../../activities/parse/converters/pool.ts';
import type { ConverterPool, ConverterSettings } from '../../activities/parse/converters/pool.ts';
import { WorkerMetrics } from '../../activities/metrics.ts';
import type { ConverterOutput, EngineWork } from '../../activities/parse/converters/request.ts';
import type { DocumentFacts } from '../../engines/parse/documents/document-facts.ts';
import type { ParseInput } from '../../engines/parse/documents/types.ts';
import { bytesInput } from '../../platform/process-pool/pooled-process.ts';
import { PATIENCE_MS } from './patience.ts';

/** Converters as a worker of the profile `parse` has them. */
export function openParseConverters(parse: ConverterSettings['parse']): ConverterPool {
  const documentAi = { directory: '', threads: 1, memoryMb: 0, doclingUrl: null };
  return openConverters({ parse, documentAi }, ['parse'], new WorkerMetrics());
}

/** The document that the markdown converter makes of a source, without its pictures; a long one range by range. */
export async function convertWith(
  pool: ConverterPool,
  { bytes, ...input }: ParseInput,
): Promise<DocumentFacts & { readonly markdown: string }> {
  const ask = async (work: EngineWork, inputs: readonly Uint8Array[]) => {
    const outputs = new Map<ConverterOutput['kind'], Buffer>();
    const answer = await pool.run(
      { ...work, engine_id: 'markdown_converter', input, source_bytes: bytes.byteLength },
      {
        inputs: inputs.map(bytesInput),
        signal: AbortSignal.timeout(PATIENCE_MS),
        timeoutMs: PATIENCE_MS,
        key: 'a',
        isUnderWay: false,
        onOutput: async ({ kind }, content) => void outputs.set(kind, await buffer(content)),
      },
    );
    return { answer, output: (kind: ConverterOutput['kind']) => outputs.get(kind) ?? Buffer.alloc(0) };
  };
  let made = await ask({ kind: 'document' }, [bytes]);
  if (made.answer.kind === 'long') {
    const survey = made.output('survey');
    const parts: Buffer[] = [];
    for (const range of made.answer.ranges) {
      parts.push((await ask({ kind: 'range', range }, [bytes, survey])).output('part'));
    }
    made = await ask({ kind: 'join' }, [survey, ...parts]);
  }
  assert.equal(made.answer.kind, 'document');
  return { ...made.answer.document, markdown: made.output('markdown').toString() };
}
