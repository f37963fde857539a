/** Reports the sentences of an answer while a model writes it. */
import { checkAnswer } from '../../../../engines/knowledge/answer/model-prompt.ts';
import type { CheckedSentence } from '../../../../engines/knowledge/answer/model-prompt.ts';
import { SentenceReader } from '../../../../engines/knowledge/answer/read-sentences.ts';
import type { OnProgress } from '../progress.ts';

export interface LiveSentences {
  /** A call of the model begins: what an earlier one wrote is of no use. */
  readonly onTurn: () => void;
  readonly onText: (part: string) => void;
}

const REPEATED = "The model's output was malformed. It is writing the answer again.";

/** `cite` makes a checked sentence one that cites; `shown` is the number of passages that the model was shown. */
export function liveSentences(
  report: OnProgress,
  shown: number,
  cite: (sentence: CheckedSentence) => Parameters<OnProgress>[0] & { readonly type: 'sentence' },
): LiveSentences {
  let reader = new SentenceReader();
  let calls = 0;
  return {
    onTurn: () => {
      if (calls++ > 0) report({ type: 'discarded', code: 'model_output_invalid', message: REPEATED });
      reader = new SentenceReader();
    },
    onText: (part) => {
      const { sentences } = checkAnswer({ answered: true, sentences: reader.push(part) }, shown);
      for (const sentence of sentences) report(cite(sentence));
    },
  };
}
