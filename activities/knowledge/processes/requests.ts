/** What the steps of a knowledge job ask of a text process, and what it answers. */
import type { NewChunk } from '../../../domain/knowledge/cognify/chunks.ts';
import type { PageSpan } from '../../../domain/knowledge/documents/documents.ts';
import type { graphOf } from '../../../domain/knowledge/cognify/extractions.ts';
import type { ReadChunk } from '../../../domain/knowledge/cognify/names.ts';
import type { Titles } from '../../../domain/knowledge/cognify/titles.ts';
import type { Language } from '../../../engines/text/stop-words.ts';
import type { AlikeLimits, AlikeNames } from '../../../engines/knowledge/entities/alike.ts';
import type { Division, Known } from '../../../engines/knowledge/communities/divide.ts';
import type { MemberPassage, SummarySentence } from '../../../engines/knowledge/communities/summary.ts';
import type { RecordSurvey } from '../../../engines/knowledge/records/survey.ts';
import type { ChunkRules } from '../../../engines/text/options.ts';

/** A chunk with all that is derived from it alone, without its vector. */
export type DescribedChunk = Omit<NewChunk, 'vector'>;

/** A document whose Markdown is the input of the request. */
export interface CutRequest {
  readonly kind: 'cut';
  readonly title: string | null;
  readonly language: Language;
  readonly pageSpans: readonly PageSpan[];
  /** Whether the rows of its tables become records. */
  readonly structured: boolean;
  readonly rules: ChunkRules;
}

/** A document whose Markdown is the input of the request. */
export interface SurveyRequest {
  readonly kind: 'survey';
  readonly title: string | null;
}

/** A chunk whose names are read. */
export interface ReadableChunk {
  readonly id: bigint;
  /** The name that its title has; empty without one. */
  readonly title: string;
  readonly heading: string;
  readonly body: string;
  /** What it is a record of; `null` for text. */
  readonly recordType: string | null;
  readonly language: Language;
  /** Audience of its document: who may read it, beyond the dataset. */
  readonly audience: bigint | null;
  /** The day on which its document was written, and whether it writes the day before the month; `null`: not known. */
  readonly written: number | null;
  readonly dayFirst: boolean | null;
  /** What a language model found in it, and its name; `null` when none has read it. */
  readonly extracted: (ReturnType<typeof graphOf> & { readonly model: string }) | null;
}

/** A graph whose edges are the input of the request: three numbers of 64 bits each. */
export interface DivideRequest {
  readonly kind: 'divide';
  /** Of the nodes, as `divideGraph` takes them. */
  readonly keys: readonly string[];
  readonly known: Known;
}

export type TextRequest =
  | CutRequest
  /** Which records the tables of a document become. */
  | SurveyRequest
  /** Which names the texts may hold that are titles elsewhere. */
  | { readonly kind: 'candidates'; readonly chunks: readonly ReadableChunk[] }
  /** What the texts say, where these names are titles. */
  | { readonly kind: 'read'; readonly chunks: readonly ReadableChunk[]; readonly titles: Titles }
  | DivideRequest
  /** Which of these names are alike. */
  | { readonly kind: 'alike'; readonly names: readonly string[]; readonly limits: AlikeLimits }
  /** What the passages of each community say about its members. */
  | { readonly kind: 'summarize'; readonly communities: readonly (readonly MemberPassage[])[] };

export type TextAnswer =
  /** The chunks were delivered before. */
  | { readonly kind: 'cut'; readonly truncated: boolean }
  | { readonly kind: 'survey'; readonly survey: RecordSurvey }
  | { readonly kind: 'candidates'; readonly names: readonly string[] }
  | { readonly kind: 'read'; readonly read: readonly ReadChunk[] }
  | { readonly kind: 'divide'; readonly division: Division }
  | { readonly kind: 'alike'; readonly alike: AlikeNames }
  | { readonly kind: 'summarize'; readonly summaries: readonly (readonly SummarySentence[])[] };

/** The next chunks of a document, in order. */
export interface TextOutput {
  readonly chunks: readonly DescribedChunk[];
}
