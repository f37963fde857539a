/**
 * The processes that cut documents, read names and divide graphs: a text of any length keeps none of the worker's other
 * steps waiting.
 */
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Config } from '../../../domain/settings.ts';
import { createProcessPool } from '../../../platform/process-pool/index.ts';
import type { PoolCaller } from '../../../platform/process-pool/index.ts';
import { bytesInput } from '../../../platform/process-pool/pooled-process.ts';
import type { PoolInput } from '../../../platform/process-pool/pooled-process.ts';
import type { ReadChunk } from '../../../domain/knowledge/cognify/index.ts';
import type { Titles } from '../../../domain/knowledge/cognify/titles.ts';
import type {
  Division,
  Known,
  Edge,
  MemberPassage,
  SummarySentence,
} from '../../../engines/knowledge/communities/index.ts';
import type { AlikeLimits, AlikeNames } from '../../../engines/knowledge/entities/index.ts';
import type { RecordSurvey } from '../../../engines/knowledge/records/index.ts';
import { CONVERTERS_IN_RESERVE, TEXT_PROCESS_MB } from '../../../domain/workers.ts';
import type { WorkerMetrics } from '../../metrics.ts';
import { bytesOf } from './edge-bytes.ts';
import type { CutRequest, DescribedChunk, ReadableChunk } from './chunk-types.ts';
import type { TextCalls } from './process.ts';

/** All reject as {@link ProcessPool.run} does. */
export interface TextPool {
  readonly cut: (
    request: CutRequest,
    markdown: PoolInput,
    caller: PoolCaller,
  ) => Promise<{ readonly chunks: readonly DescribedChunk[]; readonly truncated: boolean }>;
  /** Which records the tables of a document become; `title` names tables without a heading. */
  readonly survey: (title: string | null, markdown: PoolInput, caller: PoolCaller) => Promise<RecordSurvey>;
  readonly candidates: (chunks: readonly ReadableChunk[], caller: PoolCaller) => Promise<readonly string[]>;
  readonly read: (
    chunks: readonly ReadableChunk[],
    titles: Titles,
    caller: PoolCaller,
  ) => Promise<readonly ReadChunk[]>;
  /** The communities of a graph, as `divideGraph` finds them. */
  readonly divide: (
    keys: readonly string[],
    edges: readonly Edge[],
    known: Known,
    caller: PoolCaller,
  ) => Promise<Division>;
  /** Which names are alike, as `alikeNames` finds them. */
  readonly alike: (names: readonly string[], limits: AlikeLimits, caller: PoolCaller) => Promise<AlikeNames>;
  /** For each community, the sentences of its passages that summarize it. */
  readonly summarize: (
    communities: readonly (readonly MemberPassage[])[],
    caller: PoolCaller,
  ) => Promise<readonly (readonly SummarySentence[])[]>;
  readonly close: () => Promise<void>;
}

/** Processor time that a request may use, and for each unit of what it works on. */
interface Budget {
  readonly baseMs: number;
  readonly perUnitMs: number;
}

const MIB = 1024 ** 2;
/**
 * By characters or bytes. Measured on 1,000,000 characters: 1.5 s to cut prose and describe its chunks, 2.4 s to read
 * their names and facts; 1.8 s and 5.5 s for the worst of the hostile texts that the tests use. Nine times that leaves
 * room for slower machines and unusual texts.
 */
const BY_TEXT: Budget = { baseMs: 10_000, perUnitMs: 50_000 / MIB };
/**
 * By nodes and edges. Measured on 100,000 nodes: 3.3 s for 1,000,000 edges most of which are in groups of 30, 2.2 s for
 * as many random ones, 5.7 s for ten nodes that are connected to all others, 5.6 s for a chain. Nine times the chain,
 * which takes most for what it has.
 */
const BY_GRAPH: Budget = { baseMs: 10_000, perUnitMs: 250_000 / 1_000_000 };

const BUDGETS: Readonly<Record<keyof TextCalls, Budget>> = {
  cut: BY_TEXT,
  survey: BY_TEXT,
  candidates: BY_TEXT,
  read: BY_TEXT,
  summarize: BY_TEXT,
  divide: BY_GRAPH,
  alike: BY_TEXT,
};

const SCRIPT = new URL('./process.ts', import.meta.url);

/** Opens the text processes of a worker: as many as it has converters. */
export function openTexts(
  { parse }: { readonly parse: Pick<Config['parse'], 'converters'> },
  metrics: Pick<WorkerMetrics, 'watchPool'>,
): TextPool {
  const pool = createProcessPool<TextCalls>({
    script: SCRIPT,
    size: parse.converters,
    reserve: CONVERTERS_IN_RESERVE,
    memoryMb: TEXT_PROCESS_MB,
    nouns: { work: 'text', process: 'text process' },
  });
  metrics.watchPool('texts', pool);

  /** For one function, with the budget of what it works on. */
  const options = (name: keyof TextCalls, units: number, caller: PoolCaller) => {
    const { baseMs, perUnitMs } = BUDGETS[name];
    return { ...caller, budgetMs: () => baseMs + units * perUnitMs, isUnderWay: true };
  };

  return {
    async cut(request, markdown, caller) {
      const chunks: DescribedChunk[] = [];
      const onOutput = async (some: readonly DescribedChunk[], content: Readable): Promise<void> => {
        chunks.push(...some);
        await finished(content.resume());
      };
      const asked = options('cut', markdown.bytes, caller);
      const truncated = await pool.run('cut', request, { ...asked, inputs: [markdown], onOutput });
      return { chunks, truncated };
    },
    survey: (title, markdown, caller) =>
      pool.run('survey', { title }, { ...options('survey', markdown.bytes, caller), inputs: [markdown] }),
    candidates: (chunks, caller) => pool.run('candidates', chunks, options('candidates', lengthOf(chunks), caller)),
    read: (chunks, titles, caller) => pool.run('read', { chunks, titles }, options('read', lengthOf(chunks), caller)),
    divide: (keys, edges, known, caller) => {
      const inputs = [bytesInput(bytesOf(edges))];
      return pool.run('divide', { keys, known }, { ...options('divide', keys.length + edges.length, caller), inputs });
    },
    alike: (names, limits, caller) => {
      const characters = names.reduce((sum, name) => sum + name.length, 0);
      return pool.run('alike', { names, limits }, options('alike', characters, caller));
    },
    summarize: (communities, caller) =>
      pool.run('summarize', communities, options('summarize', lengthOf(communities.flat()), caller)),
    close: () => pool.close(),
  };
}

function lengthOf(chunks: readonly { readonly body: string }[]): number {
  return chunks.reduce((sum, { body }) => sum + body.length, 0);
}
