/** How much of the personal data in a text is found, and how much of what is found is some. */
import { findPersonalData, PERSONAL_DATA } from '../../../engines/safety/personal-data.ts';
import type { Folders } from '../sets/files.ts';
import { markedTexts } from '../sets/personal-data.ts';
import { shareRow } from './row.ts';
import type { AgreementRow } from './row.ts';

interface Span {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

const overlap = (one: Span, other: Span): boolean =>
  one.kind === other.kind && one.start < other.end && other.start < one.end;

export function* personalDataRows(folders: Folders): Generator<AgreementRow> {
  const texts = markedTexts(folders)
    .filter(({ isFitted }) => !isFitted)
    .map(({ text, marks }) => ({ marks, found: findPersonalData(text) }));
  for (const kind of PERSONAL_DATA) {
    const about = { metric: 'safety.pii', dataset: `Presidio's synthetic sentences, ${kind}` };
    const marks = texts
      .flatMap(({ marks, found }) => marks.map((mark) => ({ mark, found })))
      .filter(({ mark }) => mark.kind === kind);
    const spans = texts
      .flatMap(({ marks, found }) => found.map((span) => ({ span, marks })))
      .filter(({ span }) => span.kind === kind);
    const recalled = marks.filter(({ mark, found }) => found.some((span) => overlap(span, mark)));
    const precise = spans.filter(({ span, marks }) => marks.some((mark) => overlap(mark, span)));
    yield* shareRow(about, 'recall', recalled.length, marks.length);
    yield* shareRow(about, 'precision', precise.length, spans.length);
  }
}
