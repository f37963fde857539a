/**
 * A scripted model that does what the prompts of all methods ask for by one rule: a sentence helps as much as it has of
 * the content words of the question, its heading included. It quotes, so its statements are right when what it was
 * shown is; it finds nothing that is said in other words.
 */
import { tagged } from '../../../test/support/tagged.ts';
import { readSentences } from '../../../engines/evaluation/judges/built-in/sentences.ts';
import type { ChatRequest } from '../../support/model/counting-model.ts';

/**
 * Each prompt's own limits: points of a community, sentences of an answer from passages and from points, findings of a
 * report.
 */
const MOST = { points: 5, sentences: 5, overview: 8, findings: 10, globalPoints: 20 };

interface Found {
  readonly text: string;
  /** Number of the passage or report, from 1. */
  readonly number: number;
  /** From 0 to 1. */
  readonly share: number;
  readonly words: number;
}

/** Throws for a prompt that it does not know. */
export async function scripted({ messages, response_format: format }: ChatRequest): Promise<string> {
  const data = messages[1]?.content ?? '';
  const name = format?.json_schema?.name;
  if (name === undefined) return tagged(data, 'point').map(withoutScore).join('\n\n');
  return JSON.stringify(written(name, data));
}

function written(name: string, data: string): object {
  const [question = ''] = tagged(data, 'question');
  if (name === 'community_report') return reportOf(data);
  if (name === 'points') {
    const found = bestOf(question, tagged(data, 'passage')).slice(0, MOST.points);
    return { points: found.map(({ text, number, share }) => ({ text, rating: percent(share), passages: [number] })) };
  }
  if (name === 'global_points') {
    const found = tagged(data, 'report').flatMap((report) => {
      const [number = '', ...lines] = report.split('\n');
      return bestOf(question, [lines.join('\n')], MOST.globalPoints).map((one) => ({ ...one, number: Number(number) }));
    });
    const points = found.toSorted(byHelp).slice(0, MOST.globalPoints);
    return {
      points: points.map(({ text, number, share }) => ({
        description: `${text} [Data: Reports (${number})]`,
        score: percent(share),
      })),
    };
  }
  if (name !== 'answer') throw new Error(`Unknown question: ${name}`);
  const points = pointsIn(data);
  const sentences =
    points.length > 0
      ? points.slice(0, MOST.overview)
      : bestOf(question, tagged(data, 'passage'))
          .slice(0, MOST.sentences)
          .map(({ text, number }) => ({ text, passages: [number] }));
  return { answered: sentences.length > 0, sentences };
}

/** Points of the prompt for `GLOBAL`, with the numbers of their passages. */
function pointsIn(data: string): { readonly text: string; readonly passages: readonly number[] }[] {
  const texts = tagged(data, 'point');
  return data
    .split('<point passages="')
    .slice(1)
    .map((point, index) => ({
      text: texts[index] ?? '',
      passages: point.slice(0, point.indexOf('"')).split(' ').map(Number),
    }));
}

/**
 * The best sentences of each passage that have words of the question, best first. A heading counts for the sentences
 * below it.
 */
function bestOf(question: string, passages: readonly string[], each = 1): Found[] {
  const asked = new Set(contentOf(question));
  return passages
    .flatMap((passage, index) => {
      let heading: readonly string[] = [];
      const found: Found[] = [];
      for (const line of passage.split('\n')) {
        if (line.startsWith('#')) heading = contentOf(line);
        else {
          for (const { text } of readSentences(line, 'en')) {
            const own = contentOf(text);
            const has = new Set([...heading, ...own]);
            const share = [...asked].filter((stem) => has.has(stem)).length / Math.max(asked.size, 1);
            if (share > 0) found.push({ text, number: index + 1, share, words: own.length });
          }
        }
      }
      return found.toSorted(byHelp).slice(0, each);
    })
    .toSorted(byHelp);
}

/** Of several that help as much, a date or the head of a table says least. */
const byHelp = (a: Found, b: Found): number => b.share - a.share || b.words - a.words;

const contentOf = (text: string): string[] =>
  readSentences(text, 'en').flatMap(({ tokens }) => tokens.filter((token) => token.isContent).map(({ stem }) => stem));

/** The first sentences of the texts, under their headings. */
function reportOf(data: string): object {
  const findings = tagged(data, 'text').flatMap((text) => {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const summary = lines.find((line) => line.startsWith('#'))?.replace(/^#+ /, '') ?? '';
    const told = lines.filter((line) => !line.startsWith('#')).flatMap((line) => readSentences(line, 'en'));
    const explanation = told.map((sentence) => sentence.text).slice(0, 3);
    return explanation.length === 0 ? [] : [{ summary, explanation: explanation.join(' ') }];
  });
  const [names = ''] = data.split('\n');
  const shown = findings.slice(0, MOST.findings);
  return {
    title: names.replace('Names: ', ''),
    summary: shown[0]?.explanation ?? '',
    rating: 5,
    rating_explanation: 'By the number of texts.',
    findings: shown,
  };
}

const percent = (share: number): number => Math.max(1, Math.round(100 * share));
const withoutScore = (text: string): string => text.replace(/ \(score \d+\)$/, '');
