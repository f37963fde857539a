/** Questions on passages, made without a model: by the rules of the engine, and by leaving a name, year or number open. */
import { checkItem } from '../../../engines/synthesis/checks/check-item.ts';
import { withTitle } from '../../../engines/synthesis/generation/passages.ts';
import { factsOf as factsByRules } from '../../../engines/synthesis/grounded/facts.ts';
import { makeQuestions } from '../../../engines/synthesis/grounded/questions/index.ts';
import { QUESTION_KINDS } from '../../../engines/synthesis/grounded/questions/question.ts';
import type { QuestionKind } from '../../../engines/synthesis/grounded/questions/question.ts';
import type { Passage } from '../../knowledge/cases.ts';
import { factsOf as factsByCloze } from '../model/facts.ts';

export interface Made {
  readonly kind: QuestionKind;
  readonly form: string;
  readonly question: string;
  readonly answer: string | null;
  /** Texts of its passages. */
  readonly contexts: readonly string[];
  readonly sentences: readonly string[];
  /** Why the checks reject it. */
  readonly rejected: string | null;
}

export const KINDS = QUESTION_KINDS.filter((kind) => kind !== 'cloze');
const SEED = 1;

/** All questions of the kinds, each kind by itself, in the order in which a job takes them. */
export function byRules(passages: readonly Passage[]): Made[] {
  const facts = passages.flatMap(({ title, text }, at) => factsByRules({ id: String(at), title, text }));
  const texts = new Map(passages.map(({ text }, at) => [String(at), text]));
  const titled = new Map(passages.map(({ title, text }, at) => [String(at), withTitle(title, text)]));
  return KINDS.flatMap((kind) =>
    [...makeQuestions(facts, texts, { [kind]: 1 }, SEED)].map(({ form, question, answer, facts: path }): Made => {
      const contexts = [...new Set(path.map(({ evidence }) => evidence.passage))].map((id) => titled.get(id) ?? '');
      const { rejected } = checkItem({ kind, question, answer, contexts });
      return {
        kind,
        form,
        question,
        answer,
        contexts,
        sentences: path.map(({ evidence }) => evidence.sentence),
        rejected: rejected?.reason ?? null,
      };
    }),
  );
}

export const byCloze = (passages: readonly Passage[]): Made[] =>
  passages.flatMap(({ title, text }) =>
    factsByCloze(title, text).map(({ sentence, question, answer }): Made => ({
      kind: 'single_hop',
      form: 'cloze',
      question,
      answer,
      contexts: [text],
      sentences: [sentence],
      rejected: null,
    })),
  );
