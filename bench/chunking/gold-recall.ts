/** Which characters of a text a search finds when the text is cut by given rules. */
import { cutDocument, embeddedText } from '../../activities/knowledge/processes/cut-document.ts';
import { guessLanguage } from '../../engines/text/language.ts';
import { lexemes, rankFirstHop, readQuestion } from '../../engines/knowledge/retrieval/index.ts';
import type { ChunkRules } from '../../engines/text/options.ts';
import type { SimilarityScale } from '../../engines/text/similarity.ts';
import type { Embed } from '../support/embedding.ts';
import type { Corpus, Span } from './cases.ts';

/** Chunks that a question is answered from. */
const FOUND = 5;

export interface FoundGold {
  /** Share of the gold characters that are in the first five chunks. */
  readonly recall: number;
  /** Share of the characters of the first five chunks that are gold. */
  readonly precision: number;
}

export interface CutCorpus {
  readonly chunks: number;
  readonly tokens: number;
  /** For each question. */
  readonly found: readonly FoundGold[];
}

/** Cuts a text and asks its questions by the first hop: dense vectors and BM25 over all chunks. */
export async function askCut(
  corpus: Corpus,
  rules: ChunkRules,
  scale: SimilarityScale,
  embed: Embed,
): Promise<CutCorpus> {
  const { chunks } = cutDocument(corpus.text, { title: null, pageSpans: [], structured: false }, rules);
  const language = guessLanguage(corpus.text);
  const vectors = await embed(chunks.map(embeddedText), 'passage');
  const terms = chunks.map((chunk) => lexemes(embeddedText(chunk), language));
  const questions = corpus.questions.map(({ text }) => readQuestion(text, [language]));
  const asked = await embed(
    questions.map(({ text }) => text),
    'query',
  );
  const frequencies = new Map<string, number>();
  for (const { positions } of terms)
    for (const lexeme of positions.keys()) frequencies.set(lexeme, (frequencies.get(lexeme) ?? 0) + 1);
  const words = terms.reduce((sum, { length }) => sum + length, 0);
  const measures = { scale, lexical: { texts: chunks.length, averageLength: words / chunks.length, frequencies } };
  const found = questions.map((question, index) => {
    const vector = asked[index];
    const candidates = terms.map(({ positions, length }, at) => ({
      chunk: String(at),
      cosine: product(vector, vectors[at]),
      length,
      counts: new Map(Array.from(positions, ([lexeme, places]) => [lexeme, places.length])),
    }));
    const first = rankFirstHop(question.asked, candidates, new Map(), measures).slice(0, FOUND);
    const read = first.flatMap(({ chunk }) => chunks[Number(chunk)] ?? []);
    return goldIn(corpus.questions[index]?.gold ?? [], read);
  });
  return { chunks: chunks.length, tokens: chunks.reduce((sum, { tokens }) => sum + tokens, 0), found };
}

function product(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return a?.reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0) ?? 0;
}

/** References and chunks may overlap: a character counts once. */
function goldIn(gold: readonly Span[], read: readonly Span[]): FoundGold {
  const wanted = union(gold);
  const seen = union(read);
  const both = wanted.reduce(
    (sum, a) =>
      sum + seen.reduce((part, b) => part + Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start)), 0),
    0,
  );
  return { recall: both / size(wanted), precision: both / size(seen) };
}

const size = (spans: readonly Span[]): number => spans.reduce((sum, { start, end }) => sum + end - start, 0);

function union(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end)
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else joined.push({ start, end });
  }
  return joined;
}
