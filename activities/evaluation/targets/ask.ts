/** A target as the step that asks it sees it. */
import type { UnansweredCase } from '../../../domain/evaluation/outputs.ts';
import type { Produced } from '../../../engines/evaluation/cases/index.ts';

/**
 * Asks about a case: its output, or why there will be none. Rejects with `target_unavailable` or `model_unavailable`
 * when another attempt may get one, with `target_rate_limited` or `model_rate_limited` when the target takes no more
 * for now, and with any other error when no case would get one.
 */
export type AskTarget = (unanswered: UnansweredCase) => Promise<Produced>;

/** A case that gets no output. `detail` is for people, and quotes no answer. */
export const withoutOutput = (detail: string): Produced => ({ failure: { reason: 'target_failed', detail } });
