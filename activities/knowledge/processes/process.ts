/** Entry point of a text process: it cuts documents, reads and compares names and divides graphs, which takes longer the more there is of them. */
import { divideGraph } from '../../../engines/knowledge/communities/divide.ts';
import { summarize } from '../../../engines/knowledge/communities/summary.ts';
import { alikeNames } from '../../../engines/knowledge/entities/alike.ts';
import { surveyRecords } from '../../../engines/knowledge/records/survey.ts';
import { serveProcessPool } from '../../../platform/process-pool/child.ts';
import { candidatesIn, readChunks } from './read-chunks.ts';
import { cutDocument, describeChunk } from './cut-document.ts';
import { edgesOf } from './edge-bytes.ts';
import type { CutRequest, DescribedChunk, TextAnswer, TextOutput, TextRequest } from './requests.ts';

/** Chunks of one message: enough that there are few, little enough that the worker's event loop is never busy for long. */
const CHUNKS_TOGETHER = 128;

const NOTHING = new Uint8Array();

type Deliver = (output: TextOutput, content: Uint8Array) => Promise<void>;

serveProcessPool<TextRequest, TextAnswer, never, TextOutput>(async (request, { inputs: [input], deliver }) => {
  switch (request.kind) {
    case 'cut':
      return cut(request, textOf(input), deliver);
    case 'survey':
      return { kind: 'survey', survey: surveyRecords(textOf(input), request.title) };
    case 'candidates':
      return { kind: 'candidates', names: candidatesIn(request.chunks) };
    case 'read':
      return { kind: 'read', read: readChunks(request.chunks, request.titles) };
    case 'divide':
      return { kind: 'divide', division: divideGraph(request.keys, edgesOf(input), request.known) };
    case 'alike':
      return { kind: 'alike', alike: await alikeNames(request.names, request.limits) };
    case 'summarize':
      return { kind: 'summarize', summaries: request.communities.map(summarize) };
  }
});

function textOf(bytes: Uint8Array = NOTHING): string {
  return Buffer.from(bytes).toString('utf8');
}

async function cut(
  { language, rules, ...document }: CutRequest,
  markdown: string,
  deliver: Deliver,
): Promise<TextAnswer> {
  const { chunks, truncated } = cutDocument(markdown, document, rules);
  for (let from = 0; from < chunks.length; from += CHUNKS_TOGETHER) {
    const some = chunks.slice(from, from + CHUNKS_TOGETHER);
    await deliver({ chunks: some.map((chunk): DescribedChunk => describeChunk(chunk, language)) }, NOTHING);
  }
  return { kind: 'cut', truncated };
}
