/** Checks that a converter process starts and converts. */
import type { ConverterCalls } from '../activities/parse/converters/process.ts';
import type { ConverterRequest } from '../activities/parse/converters/request.ts';
import { DEFAULT_PARSE_OPTIONS } from '../engines/parse/options.ts';
import type { Config } from '../domain/settings.ts';
import { createProcessPool } from '../platform/process-pool/index.ts';
import { bytesInput } from '../platform/process-pool/pooled-process.ts';
import { ok } from './report.ts';
import type { Report } from './report.ts';

/** A cold start reads a few megabytes of code. */
const START_TIMEOUT_MS = 30_000;

/** Referenced by path, so that the doctor imports no engine. */
const CONVERTER = new URL('../activities/parse/converters/process.ts', import.meta.url);

const FIX = 'run npm ci; on a small machine lower CONVERTERS or raise CONVERTER_MEMORY_MB.';

/** Starts one converter process and converts one short page. */
export async function checkConverter(report: Report, config: Config['parse']): Promise<void> {
  const pool = createProcessPool<ConverterCalls>({
    script: CONVERTER,
    size: 1,
    memoryMb: config.converterMemoryMb,
    args: [String(config.maxMarkdownBytes)],
    nouns: { work: 'document', process: 'converter' },
  });
  // A page also exercises the libraries, unlike plain text.
  const page = Buffer.from('<p>doctor</p>');
  const input = { mediaType: 'text/html', charset: null, filename: null, url: null, options: DEFAULT_PARSE_OPTIONS };
  const began = performance.now();
  try {
    await report.check(
      'converter process',
      FIX,
      async (signal) => {
        const request: ConverterRequest = {
          kind: 'document',
          engine_id: 'markdown_converter',
          input,
          source_bytes: page.byteLength,
        };
        const limits = { timeoutMs: START_TIMEOUT_MS, budgetMs: () => START_TIMEOUT_MS };
        const options = { signal, ...limits, inputs: [bytesInput(page)], key: 'doctor', isUnderWay: false };
        await pool.run('convert', request, options);
        return ok(`starts and converts in ${Math.round(performance.now() - began)} ms`);
      },
      START_TIMEOUT_MS,
    );
  } finally {
    await pool.close();
  }
}
