/**
 * Entry point of a text process: it cuts documents, reads and compares names and divides graphs, which takes longer the
 * more there is of them.
 */
import type { Titles } from '../../../domain/knowledge/cognify/titles.ts';
import { divideGraph, summarize } from '../../../engines/knowledge/communities/index.ts';
import type { Known, MemberPassage } from '../../../engines/knowledge/communities/index.ts';
import { alikeNames } from '../../../engines/knowledge/entities/index.ts';
import type { AlikeLimits } from '../../../engines/knowledge/entities/index.ts';
import { surveyRecords } from '../../../engines/knowledge/records/index.ts';
import type { RequestContext } from '../../../platform/process-pool/calls.ts';
import { serveProcessPool } from '../../../platform/process-pool/child.ts';
import { candidatesIn, readChunks } from './read-chunks.ts';
import { cutDocument, describeChunk } from './cut-document.ts';
import { edgesOf } from './edge-bytes.ts';
import type { CutRequest, DescribedChunk, ReadableChunk } from './chunk-types.ts';

/**
 * Chunks of one message: enough that there are few, little enough that the worker's event loop is never busy for long.
 */
const CHUNKS_TOGETHER = 128;

const NOTHING = new Uint8Array();

const textCalls = {
  cut,
  survey: ({ title }: Pick<CutRequest, 'title'>, { inputs: [markdown] }: Given) =>
    surveyRecords(textOf(markdown), title),
  candidates: candidatesIn,
  read: ({ chunks, titles }: ReadRequest) => readChunks(chunks, titles),
  divide: ({ keys, known }: DivideRequest, { inputs: [edges] }: Given) => divideGraph(keys, edgesOf(edges), known),
  alike: ({ names, limits }: AlikeRequest) => alikeNames(names, limits),
  summarize: (communities: readonly (readonly MemberPassage[])[]) => communities.map(summarize),
};
export type TextCalls = typeof textCalls;

serveProcessPool(textCalls);

type Given = Pick<RequestContext<never, never>, 'inputs'>;

interface ReadRequest {
  readonly chunks: readonly ReadableChunk[];
  /** Names that are titles of chunks. */
  readonly titles: Titles;
}

/** The edges are bytes beside it. */
interface DivideRequest {
  /** Of the nodes, as `divideGraph` takes them. */
  readonly keys: readonly string[];
  readonly known: Known;
}

interface AlikeRequest {
  readonly names: readonly string[];
  readonly limits: AlikeLimits;
}

function textOf(bytes: Uint8Array = NOTHING): string {
  return Buffer.from(bytes).toString('utf8');
}

/** Delivers the chunks, and returns whether the rules left out the end of the document. */
async function cut(
  { language, rules, ...document }: CutRequest,
  { inputs: [markdown], deliver }: RequestContext<never, readonly DescribedChunk[]>,
): Promise<boolean> {
  const { chunks, truncated } = cutDocument(textOf(markdown), document, rules);
  for (let from = 0; from < chunks.length; from += CHUNKS_TOGETHER) {
    const some = chunks.slice(from, from + CHUNKS_TOGETHER);
    await deliver(
      some.map((chunk) => describeChunk(chunk, language)),
      NOTHING,
    );
  }
  return truncated;
}
