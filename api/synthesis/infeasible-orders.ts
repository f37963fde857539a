/** What cannot be made of a request, as far as it can be seen before anything is made. */
import type { StoredOrder } from '../../domain/synthesis/orders.ts';
import { LEAST_WORDS, canReadFacts, isTooShort, lacksPartner, mostItems } from '../../engines/synthesis/options.ts';
import type { ValidationIssue } from '../contract/validation.ts';
import { issueAt } from './issues.ts';
import type { SynthesisJobRequest } from './request-schemas.ts';

/** Errors that are shown. */
const SHOWN = 20;

export function impossibleIssues(
  { count, preview, input }: Pick<SynthesisJobRequest, 'count' | 'preview' | 'input'>,
  { order, contexts }: StoredOrder,
): readonly ValidationIssue[] {
  const most = 'tables' in order ? Math.max(...order.tables.map((table) => table.count)) : order.count;
  if (preview !== undefined && preview > most) {
    const what = 'tables' in order ? 'the rows of the largest table' : 'the items of the order';
    return [issueAt(['preview'], `A preview of ${preview} is more than ${what}, ${most}: leave out preview.`)];
  }
  if (input !== undefined && input.type !== 'contexts') return [];
  const issues = contextIssues({ order, contexts });
  const bound = issues.length > 0 || count === undefined || 'tables' in order ? null : mostItems(order, contexts);
  if (bound === null || count === undefined || count <= bound) return issues;
  const of = contexts.length === 0 ? 'the options' : `${contexts.length} texts`;
  const msg = `${order.engine_id} makes at most ${bound} items of ${of}, not ${count}: ask for fewer, or give more.`;
  return [issueAt(['count'], msg)];
}

function contextIssues({ order, contexts }: StoredOrder): readonly ValidationIssue[] {
  const { engine_id } = order;
  const short = contexts.flatMap(({ text }, index) => {
    const msg =
      `The text has fewer than the ${LEAST_WORDS[engine_id]} words that ${engine_id} needs: leave it out, or ` +
      'give more of it.';
    return isTooShort(engine_id, text) ? [issueAt(['input', 'contexts', index, 'text'], msg)] : [];
  });
  if (short.length > 0) return short.slice(0, SHOWN);
  if (order.engine_id !== 'grounded_qa' || contexts.length === 0) return [];
  if (!('model' in order)) {
    if (contexts.some(({ text }) => canReadFacts(text))) return [];
    const msg =
      'Rules make questions of English texts alone, and none of these is in English: name a model as generator.';
    return [issueAt(['input', 'contexts'], msg)];
  }
  if (!lacksPartner(order.mix, contexts)) return [];
  const msg =
    'These kinds of questions need two passages each, and there is one: allow single_hop, or give more texts.';
  return [issueAt(['options', 'kinds'], msg)];
}
