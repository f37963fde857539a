/** What the texts of chunks say, by pure functions of engines/knowledge. */
import type { NewFact, ReadChunk } from '../../../domain/knowledge/cognify/index.ts';
import type { Titles } from '../../../domain/knowledge/cognify/titles.ts';
import { isTitle } from '../../../domain/knowledge/cognify/titles.ts';
import { aliasesIn } from '../../../engines/knowledge/aliases/index.ts';
import { recordTraits, traitsIn } from '../../../engines/knowledge/entities/index.ts';
import { withExtracted } from '../../../engines/knowledge/extraction/with-rules.ts';
import { statedFacts } from '../../../engines/knowledge/facts/index.ts';
import type { StatedFact } from '../../../engines/knowledge/facts/index.ts';
import { chunkNames, nameCandidates, normalName } from '../../../engines/knowledge/names/index.ts';
import { fieldsOf, readRecord, recordCandidates } from '../../../engines/knowledge/records/index.ts';
import { mentionOf } from './cut-document.ts';
import { readDates, withValidity } from './read-dates.ts';
import type { RecordText } from '../../../engines/knowledge/records/index.ts';
import { withModel } from './extracted.ts';
import type { ReadableChunk } from './chunk-types.ts';

/** The names that the texts may hold, if they are titles of other chunks. */
export function candidatesIn(chunks: readonly ReadableChunk[]): readonly string[] {
  const names = new Set<string>();
  for (const chunk of chunks) {
    const { body, language, recordType } = chunk;
    if (recordType === null) for (const { name } of nameCandidates(body, language)) names.add(name);
    else for (const name of recordCandidates(recordOf(chunk, recordType))) names.add(name);
  }
  return [...names];
}

/** Mentions and facts of the texts, where these names are titles of chunks. */
export function readChunks(chunks: readonly ReadableChunk[], titles: Titles): ReadChunk[] {
  return chunks.map((chunk) => {
    const { id, title, body, language, audience, extracted, recordType } = chunk;
    const dates = readDates(chunk);
    const isKnown = (name: string): boolean => isTitle(titles, name, audience);
    if (recordType !== null) {
      const { names, facts, aliases } = readRecord(recordOf(chunk, recordType), isKnown);
      return {
        chunkId: id,
        mentions: names.map((name) => ({ ...mentionOf(name), type: name.type })),
        facts: facts.map((fact) => ({ ...fact, extractor: 'record' })),
        aliases,
        dates: dates.rows,
        traits: recordTraits(normalName(title), body, fieldsOf(body), dates.inText),
      };
    }
    const names = chunkNames({ title, text: body, language }, isKnown);
    const ofText = names.filter(({ role }) => role === 0);
    const aliases = aliasesIn(body, extracted === null ? names : withExtracted(names, extracted.names));
    const found =
      extracted === null
        ? { mentions: ofText.map(mentionOf), facts: statedFacts(body, language, names).map(factOf) }
        : withModel(ofText, extracted);
    const facts = withValidity(body, found.facts, dates);
    const traits = traitsIn(body, title, names, dates.inText);
    return { chunkId: id, mentions: found.mentions, facts, aliases, dates: dates.rows, traits };
  });
}

function recordOf({ title: name, body: text, language }: ReadableChunk, type: string): RecordText {
  return { name, type, text, language };
}

/** The evidence of a fact reaches from its subject to its object. */
function factOf({ subject, predicate, object, spans, extractor }: StatedFact): NewFact {
  const ends = [spans.subject, spans.predicate, spans.object];
  const start = Math.min(...ends.map((span) => span.start));
  const end = Math.max(...ends.map((span) => span.end));
  return { subject, predicate, object, start, end, extractor };
}
