/** Entry point of a text process: it cuts documents and reads names, which takes longer the longer a text is. */
import { serveProcessPool } from '../../../platform/process-pool/child.ts';
import { candidatesIn, readChunks } from './read-chunks.ts';
import { cutDocument, describeChunk } from './cut-document.ts';
import type { CutRequest, DescribedChunk, TextAnswer, TextOutput, TextRequest } from './requests.ts';

/** Chunks of one message: enough that there are few, little enough that the worker's event loop is never busy for long. */
const CHUNKS_TOGETHER = 128;

const NOTHING = new Uint8Array();

type Deliver = (output: TextOutput, content: Uint8Array) => Promise<void>;

serveProcessPool<TextRequest, TextAnswer, never, TextOutput>(async (request, { inputs: [markdown], deliver }) => {
  switch (request.kind) {
    case 'cut':
      return cut(request, Buffer.from(markdown ?? NOTHING).toString('utf8'), deliver);
    case 'candidates':
      return { kind: 'candidates', names: candidatesIn(request.chunks) };
    case 'read':
      return { kind: 'read', read: readChunks(request.chunks, request.titles) };
  }
});

async function cut(
  { title, language, pageSpans, rules }: CutRequest,
  markdown: string,
  deliver: Deliver,
): Promise<TextAnswer> {
  const { chunks, truncated } = cutDocument(markdown, { title, pageSpans }, rules);
  for (let from = 0; from < chunks.length; from += CHUNKS_TOGETHER) {
    const some = chunks.slice(from, from + CHUNKS_TOGETHER);
    await deliver({ chunks: some.map((chunk): DescribedChunk => describeChunk(chunk, language)) }, NOTHING);
  }
  return { kind: 'cut', truncated };
}
