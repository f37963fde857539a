/**
 * Entry of a converter process. Its arguments are the largest Markdown that it may make, in bytes, and for document AI its
 * folder and the threads it may use.
 */
import { rangedConverter, runEngine } from '../engines/parse/engines.ts';
import {
  DEFAULT_MAX_MARKDOWN_BYTES,
  assertMarkdown,
  outputLimitOf,
  withOutputLimit,
} from '../engines/parse/output-limit.ts';
import type { ParseContext, Progress } from '../engines/parse/types.ts';
import { serveProcessPool } from '../platform/process-pool-child.ts';
import type { ConverterAnswer, ConverterRequest } from './converters.ts';

const [, , maxMarkdownBytes = DEFAULT_MAX_MARKDOWN_BYTES, directory, threads] = process.argv;
const documentAi = directory === undefined ? undefined : { directory, threads: Number(threads) };

serveProcessPool<ConverterRequest, ConverterAnswer, Progress>((request, context) =>
  answerWithin(request, { ...context, documentAi }),
);

async function answerWithin(request: ConverterRequest, context: ParseContext): Promise<ConverterAnswer> {
  const limit = outputLimitOf(request.input, Number(maxMarkdownBytes));
  const answered = await withOutputLimit(limit, () => answer(request, context));
  if (answered.kind === 'document') assertMarkdown(answered.document.markdown, limit);
  return answered;
}

async function answer({ engine_id, input, part }: ConverterRequest, context: ParseContext): Promise<ConverterAnswer> {
  const ranged = await rangedConverter(engine_id, input.mediaType);
  if (part === null || ranged === null) {
    const long = (await ranged?.begin(input, context)) ?? null;
    if (long !== null) return { kind: 'long', long };
    return { kind: 'document', document: await runEngine(engine_id, input, context) };
  }
  if (part.kind === 'join') return { kind: 'document', document: await ranged.join(input, part.survey, part.parts) };
  return { kind: 'part', part: await ranged.convert(input, part.survey, part.range, context) };
}
