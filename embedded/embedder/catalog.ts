/** The models that the embedder can run. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Tokenizer as HuggingFaceTokenizer } from '@huggingface/tokenizers';
import { Unigram } from './unigram.ts';

/** Texts to token ids. Deterministic; time linear in `longest`. */
export interface Tokenizer {
  /** Id that fills the shorter texts of a batch. */
  readonly padding: number;
  /** The ids of a text with those around it, `longest` at most: the rest of the text is left out. */
  encode(text: string, longest: number): number[];
}

export interface EmbeddingModel {
  readonly dimensions: number;
  /** Tokens of a text that the model sees. */
  readonly contextTokens: number;
  /** Type of the ids and the mask. */
  readonly integers: 'int32' | 'int64';
  /** Whether the model wants the type of each token, all 0. */
  readonly takesTypes: boolean;
  /** Output of vectors of unit length, or of a vector for each token, whose mean is taken. */
  readonly output: { readonly name: string; readonly isPooled: boolean };
  readonly openTokenizer: (directory: string) => Promise<Tokenizer>;
}

export const EMBEDDING_MODELS = {
  'multilingual-e5-small': {
    dimensions: 384,
    contextTokens: 512,
    integers: 'int32',
    takesTypes: false,
    output: { name: 'embedding', isPooled: true },
    openTokenizer: async (directory) => new Unigram(await readFile(join(directory, 'tokenizer.bin'))),
  },
  'all-MiniLM-L6-v2': {
    dimensions: 384,
    contextTokens: 256,
    integers: 'int64',
    takesTypes: true,
    output: { name: 'last_hidden_state', isPooled: false },
    openTokenizer: openWordPiece,
  },
} as const satisfies Readonly<Record<string, EmbeddingModel>>;

export type EmbeddingModelId = keyof typeof EMBEDDING_MODELS;

/** The first is the default. */
export const EMBEDDING_MODEL_IDS = ['multilingual-e5-small', 'all-MiniLM-L6-v2'] as const satisfies EmbeddingModelId[];

/** Characters of a token, at most, that count for a text's length. */
const LONGEST_WORD = 100;

async function openWordPiece(directory: string): Promise<Tokenizer> {
  const json = JSON.parse(await readFile(join(directory, 'tokenizer.json'), 'utf8')) as object;
  // Without its added tokens, "[SEP]" written in a text stays text.
  const tokenizer = new HuggingFaceTokenizer({ ...json, added_tokens: [], truncation: null, padding: null }, {});
  return {
    padding: 0,
    encode: (text, longest) => {
      const { ids } = tokenizer.encode(text.slice(0, longest * LONGEST_WORD).toWellFormed());
      const end = ids.at(-1);
      return ids.length > longest && end !== undefined ? [...ids.slice(0, longest - 1), end] : ids;
    },
  };
}
