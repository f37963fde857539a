/** Metrics of the single turns of an assistant, judged by a model. */
import { Type } from 'typebox';
import type { Static, TObject } from 'typebox';
import { mean } from '../../../statistics/bootstrap.ts';
import { asData } from '../../../prompt-data.ts';
import type { Case } from '../../cases/case.ts';
import type { AskForEach } from '../../judges/model/verdicts.ts';
import type { Judge } from '../../judges/model/judge.ts';
import { hasWords } from '../../judges/model/question.ts';
import { placedTurns } from '../../judges/model/shown-case.ts';
import type { PlacedTurn } from '../../judges/model/shown-case.ts';
import { askAboutRelevance, askAboutRetention, askAboutRole } from '../../judges/model/turns.ts';
import { windowsOf } from '../../judges/model/windows.ts';
import { defineMetric } from '../metric.ts';
import type { Measured, NotMeasured } from '../metric.ts';

/** What the metrics of turns have in common. */
const TURNS = {
  evalTypes: ['multi_turn', 'custom'],
  fields: ['conversation_turns'],
  direction: 'higher',
  range: [0, 1],
  threshold: 0.8,
  source: 'A verdict on each turn',
  agreement: [],
} as const;

export const conversationRelevancy = defineMetric({
  key: 'dialog.conversation_relevancy',
  title: 'Conversation relevancy',
  formula:
    'Share of the turns of the assistant that respond to what was said before. A turn that evades or is empty ' +
    'does not.',
  ...TURNS,
  parameters: Type.Object({}),
  byModel: (subject, _parameters, judge) =>
    judgeTurns(subject, judge, {
      ask: askAboutRelevance,
      scoreOf: ({ verdict }) => (verdict === 'relevant' ? 1 : 0),
      none: { unmeasured: 'no_turn' },
    }),
});

/** Weakest first: a turn that forgets one thing has forgotten, whatever else it keeps. */
const BY_STRENGTH = ['nothing_to_keep', 'kept', 'forgotten'];

export const knowledgeRetention = defineMetric({
  key: 'dialog.knowledge_retention',
  title: 'Knowledge retention',
  formula: 'Share of the turns that could forget what the user said, and do not. Other turns do not count.',
  ...TURNS,
  parameters: Type.Object({}),
  byModel: (subject, _parameters, judge) =>
    judgeTurns(subject, judge, {
      ask: askAboutRetention,
      scoreOf: ({ verdict }) => (verdict === 'nothing_to_keep' ? null : verdict === 'kept' ? 1 : 0),
      strengthOf: ({ verdict }) => BY_STRENGTH.indexOf(verdict),
      none: { unmeasured: 'no_fact' },
    }),
});

export const roleAdherence = defineMetric({
  key: 'dialog.role_adherence',
  title: 'Role adherence',
  formula: 'Share of the turns of the assistant that keep to the role.',
  ...TURNS,
  parameters: Type.Object({
    role: Type.String({ minLength: 1, maxLength: 5000, description: 'Who the assistant is, and what it may not do.' }),
  }),
  byModel: (subject, { role }, judge) =>
    judgeTurns(subject, judge, {
      ask: askAboutRole,
      before: asData('role', role),
      scoreOf: ({ verdict }) => (verdict === 'in_role' ? 1 : 0),
      none: { unmeasured: 'no_turn' },
    }),
});

interface TurnQuestion<V extends TObject> {
  readonly ask: AskForEach<V>;
  /** What else the judge is shown, before the conversation. */
  readonly before?: string;
  /** The score of a turn; `null` for one that is not counted. */
  readonly scoreOf: (verdict: Static<V>) => number | null;
  /**
   * For questions that need all that the user said before: of verdicts on a turn beside different parts of it, the
   * strongest holds. Absent: the turns right before are enough.
   */
  readonly strengthOf?: (verdict: Static<V>) => number;
  /** Why there is no score when no turn is counted. */
  readonly none: NotMeasured;
}

/** The mean over the turns of the assistant that count. An empty turn counts as 0. */
async function judgeTurns<V extends TObject>(
  subject: Case,
  judge: Judge,
  { ask, before = '', scoreOf, strengthOf, none }: TurnQuestion<V>,
): Promise<Measured> {
  const turns = placedTurns(subject);
  if (!turns.some(({ role, content }) => role === 'assistant' && hasWords(content))) return { unmeasured: 'no_turn' };
  const windows = windowsOf(judge, turns, { before, remembersUser: strengthOf !== undefined });
  if (windows === null) return { unmeasured: 'too_long' };
  const verdicts = new Map<number, { readonly turn: PlacedTurn; readonly verdict: Static<V> }>();
  for (const { judged, data } of windows) {
    for (const [turn, verdict] of await ask(judge, judged, data)) {
      const known = verdicts.get(turn.turn);
      if (!known || (strengthOf && strengthOf(verdict) > strengthOf(known.verdict)))
        verdicts.set(turn.turn, { turn, verdict });
    }
  }
  const judged = [...verdicts.values()].map(({ turn: { turn, content }, verdict }) => ({
    turn,
    ...verdict,
    score: hasWords(content) ? scoreOf(verdict) : 0,
  }));
  const scores = judged.flatMap(({ score }) => (score === null ? [] : [score]));
  return scores.length === 0 ? none : { score: mean(scores), evidence: { turns: judged } };
}
