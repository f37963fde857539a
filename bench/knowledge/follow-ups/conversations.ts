/** Conversations as TREC CAsT publishes them since 2021: questions in turn, each with its passage and with what an assessor made of it alone. */
import { readFile } from 'node:fs/promises';

export interface Turn {
  /** As it was asked. */
  readonly asked: string;
  /** Rewritten by an assessor so that it stands by itself. */
  readonly rewritten: string;
  /** Rewritten by the organisers' T5 model; `null` where the file has none. */
  readonly automatic: string | null;
  /** What answers it. */
  readonly passage: string;
}

interface PublishedTurn {
  readonly utterance?: string;
  readonly raw_utterance?: string;
  readonly manual_rewritten_utterance: string;
  readonly automatic_rewritten_utterance?: string;
  readonly passage?: string;
  readonly response?: string;
}

/** Conversations in order, with the turns that have a passage. */
export async function readConversations(file: string): Promise<readonly (readonly Turn[])[]> {
  const topics: readonly { readonly turn: readonly PublishedTurn[] }[] = JSON.parse(await readFile(file, 'utf8'));
  return topics.map(({ turn }) =>
    turn.flatMap((published) => {
      const asked = published.utterance ?? published.raw_utterance ?? '';
      const passage = (published.passage ?? published.response ?? '').trim();
      if (asked === '' || passage === '') return [];
      const automatic = published.automatic_rewritten_utterance ?? null;
      return [{ asked, rewritten: published.manual_rewritten_utterance, automatic, passage }];
    }),
  );
}
