/** What a search finds, and the answers that are made of it. */
import type { ErrorCode } from '../../../errors/index.ts';
import type { Usage } from '../../jobs/usage.ts';
import type { DatasetRow } from '../datasets/datasets.ts';
import type { PlacedDate } from '../graph/time/dates.ts';
import type { StatedConflict } from '../graph/time/claims.ts';
import type { FoundCommunity } from './parts.ts';
import type { FoundPassage } from './reads/passages.ts';
import type { Findings } from './types/rules.ts';
import type { SearchWhy } from './why.ts';

/** What a search found, all best first. `presentSearch` makes of it what users see. */
export interface Found extends Omit<Findings, 'hits' | 'parts'> {
  readonly datasets: readonly DatasetRow[];
  /** The communities that the passages are of, where communities are searched. */
  readonly communities: readonly FoundCommunity[];
  readonly passages: readonly FoundPassage[];
  /** Statements of the passages that contradict each other, where facts are searched or the question is answered. */
  readonly conflicts: readonly StatedConflict[];
  /** `null` when none was asked for, or the time was up. */
  readonly answer: Answer | null;
  /** What came of asking a language model; `null` when none was asked. */
  readonly asked: AskedModel | null;
  /** `null` unless the query asks for it, and when the time was up. */
  readonly why: SearchWhy | null;
  /** Whether the time was up before the search had ended. */
  readonly isPartial: boolean;
}

export interface CitedSentence {
  /** Index of its passage among those of the search. */
  readonly passage: number;
  /** Markdown. */
  readonly text: string;
  /** What it says: a row of a table as "Column: value; …". */
  readonly words: string;
  /** UTF-16 code units of the passage's text, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Whether the text of the answer has it. */
  readonly isQuoted: boolean;
  /** Its date that counted, where time is searched, or else that of its heading or document; `null` if none did. */
  readonly date: PlacedDate | null;
}

export interface Answer {
  /** Best first. */
  readonly sentences: readonly CitedSentence[];
  /** Whether the passages seem to hold the answer: a calibrated judgement, no promise. */
  readonly holdsAnswer: boolean;
  readonly confidence: number;
}

/** A sentence of a passage that answers. */
export interface SearchCitation {
  /** Of its passage, from 1. */
  readonly rank: number;
  readonly chunk: string;
  readonly text: string;
  /** UTF-16 code units of the passage's text, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** What the answer says, with the passages that say it. */
export interface AnswerSentence {
  readonly text: string;
  /** Of each passage the sentence that is closest to what the answer says. */
  readonly citations: readonly SearchCitation[];
}

export interface ModelAnswer {
  /** In order. None: the passages do not hold the answer. */
  readonly sentences: readonly AnswerSentence[];
  /** Sentences that cite none of the passages, and were left out. */
  readonly dropped: number;
}

/** What came of asking a model. */
export interface AskedModel {
  /** `null` when it failed. */
  readonly answer: ModelAnswer | null;
  /** Its name in the settings. */
  readonly model: string;
  /** Without calls of an earlier attempt that were found again. */
  readonly usage: Usage;
  readonly failure: ModelFailure | null;
}

/** Why a model gave no answer; `timeout` when the time was nearly up. */
export interface ModelFailure {
  readonly code: ErrorCode;
  readonly message: string;
}
