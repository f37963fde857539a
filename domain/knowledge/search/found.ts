/** What a search finds, and what a language model makes of it. */
import type { AskedTime } from '../../../engines/knowledge/time/question.ts';
import type { ErrorCode } from '../../../errors/index.ts';
import type { Usage } from '../../jobs/usage.ts';
import type { DatasetRow } from '../datasets.ts';
import type { StatedConflict } from '../time/conflicts.ts';
import type { PlacedDate } from '../time/dates.ts';
import type { Answer } from './answer.ts';
import type { FoundCommunity } from './communities.ts';
import type { FoundPassage } from './passages.ts';
import type { FoundFact } from './triplets.ts';
import type { SearchWarning } from './types.ts';
import type { SearchWhy } from './why.ts';

/** What a search found. `presentSearch` makes of it what users see. */
export interface Found {
  readonly datasets: readonly DatasetRow[];
  /** Best first. */
  readonly passages: readonly FoundPassage[];
  /** The facts that the passages state, where facts are searched. Best first. */
  readonly facts: readonly FoundFact[];
  /** The communities whose summaries the passages state, where communities are searched. Best first. */
  readonly communities: readonly FoundCommunity[];
  /** The time that was asked for, where time is searched; `null`: none. */
  readonly time: AskedTime | null;
  /** The date of each passage that counted, by its chunk, where time is searched. */
  readonly dates: ReadonlyMap<string, PlacedDate>;
  /** What the passages state that cannot all hold, where facts are searched or the question is answered. */
  readonly conflicts: readonly StatedConflict[];
  readonly warnings: readonly SearchWarning[];
  /** `null` when none was asked for, or the time was up. */
  readonly answer: Answer | null;
  /** What came of asking a language model; `null` when none was asked. */
  readonly asked: AskedModel | null;
  /** `null` unless the query asks for it, and when the time was up. */
  readonly why: SearchWhy | null;
  /** Whether the time was up before the search had ended. */
  readonly isPartial: boolean;
}

export interface AnswerCitation {
  /** Index of its passage among those of the search. */
  readonly passage: number;
  /** The sentence of the passage that is closest to what the answer says. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What the answer says, with the passages that say it. */
export interface AnswerSentence {
  readonly text: string;
  readonly citations: readonly AnswerCitation[];
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
  /** Why it failed; `timeout` when the time was nearly up. */
  readonly failure: { readonly code: ErrorCode; readonly message: string } | null;
}
