/** The data card as a page of one file. */
import { count, figure } from '../../report/numbers.ts';
import { html } from '../../report/html.ts';
import type { Html } from '../../report/html.ts';
import { page } from '../../report/page.ts';
import { table } from '../../report/table.ts';
import type { DataCard } from './card.ts';
import { checksOf, tablesOf, textsOf } from './distributions.ts';
import { countTable, entriesOf, nameOf } from './tables.ts';

export function cardPage(card: DataCard): string {
  const title = `Data card ${card.name ?? card.job_id}`;
  return page(
    title,
    html`${header(title, card)} ${kindsOf(card)} ${textsOf(card.texts)} ${checksOf(card.checks)}
      ${tablesOf(card.tables)} ${rejectedOf(card)} ${skippedOf(card)} ${sourcesOf(card)} ${costOf(card)}
      <footer>Tidemill · job ${card.job_id}</footer>`,
  );
}

function header(title: string, card: DataCard): Html {
  const { engine_id, generator, seed, submitted_at, job_id, asked, accepted, shortfall } = card;
  const by = generator === 'rules' ? 'by rules' : `by the model ${generator}`;
  return html`<h1>${title}</h1>
    <p class="muted">
      Engine ${engine_id} · made ${by} · seed ${seed} · submitted ${submitted_at.slice(0, 16).replace('T', ' ')} UTC ·
      job ${job_id}
    </p>
    <p>${count(accepted)} of ${count(asked)} items.</p>
    ${
      shortfall &&
      html`<h2>Shortfall</h2>
        <p><strong class="bad">${count(shortfall.missing)} items are missing.</strong> ${shortfall.message}</p>`
    }`;
}

const kindsOf = ({ kinds, accepted }: DataCard): Html | false =>
  Object.keys(kinds).length > 0 &&
  html`<h2>Kinds</h2>
    ${countTable({ label: 'Kinds of items', what: 'Kind', counts: kinds, whole: accepted })}`;

function rejectedOf({ rejected, rejected_because, methods, accepted }: DataCard): Html {
  const reasons = entriesOf(rejected);
  const all = reasons.reduce((sum, [, found]) => sum + found, 0);
  if (all === 0) {
    return html`<h2>Rejected</h2>
      <p>Nothing was rejected.</p>`;
  }
  return html`<h2>Rejected</h2>
    <p>${count(all)} of the ${count(all + accepted)} items that were made and checked.</p>
    ${countTable({
      label: 'Rejected items by reason',
      what: 'Reason',
      counts: rejected,
      whole: all,
      noteOf: (reason) => [rejected_because[reason] ?? '', ...byMethod(methods[reason] ?? {})].join(' '),
    })}`;
}

const byMethod = (methods: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(methods).map(([method, found]) => `${count(found)} by ${method}.`);

function skippedOf({ checks_skipped }: DataCard): Html | false {
  if (checks_skipped.length === 0) return false;
  const rows = checks_skipped.map(({ check, reason, items }) => [nameOf(check), reason, count(items)]);
  return html`<h2>Checks that were not made</h2>
    ${table('Accepted items without a check', ['Check', 'Reason', { number: 'Items' }], rows)}`;
}

function sourcesOf({ passages, sources, licenses, without_license, origins, accepted }: DataCard): Html | false {
  if (passages === null && Object.keys(sources).length === 0) return false;
  const licensed = { ...licenses, ...(without_license > 0 && { 'No license is known': without_license }) };
  const read =
    passages &&
    html`<p>
      ${count(passages.passages)} passages were read${!passages.is_complete && ', which is not all there was'}. Items
      quote ${count(Object.keys(sources).length)} of them. An item can have several sources.
    </p>`;
  return html`<h2>Sources</h2>
    ${read}
    ${
      Object.keys(licensed).length > 0 &&
      html`<h3>Licenses</h3>
        ${countTable({ label: 'Items by license', what: 'License', counts: licensed, whole: accepted })}`
    }
    ${
      Object.keys(origins).length > 0 &&
      html`<h3>Where the texts are from</h3>
        ${countTable({ label: 'Items by origin', what: 'Origin', counts: origins, whole: accepted })}`
    }
    ${
      Object.keys(sources).length > 0 &&
      html`<h3>Passages</h3>
        ${countTable({ label: 'Items by passage', what: 'Passage', counts: sources, whole: accepted })}`
    }`;
}

const usdOf = (usd: number | null): string => (usd === null ? '–' : `$${figure(usd)}`);

function costOf({ usage, usage_per_item: perItem, generator }: DataCard): Html {
  if (usage.length === 0) {
    const said =
      generator === 'rules'
        ? 'Rules made the items: no language model was asked.'
        : 'No call was paid for: the answers of earlier, equal calls were kept.';
    return html`<h2>Cost</h2>
      <p>${said}</p>`;
  }
  const rows = usage.map(({ model, calls, input_tokens, output_tokens, usd }) => [
    nameOf(model),
    count(calls),
    count(input_tokens),
    count(output_tokens),
    usdOf(usd),
  ]);
  const numbers = ['Calls', 'Tokens in', 'Tokens out', 'Cost'].map((number) => ({ number }));
  return html`<h2>Cost</h2>
    ${table('Cost by model', ['Model', ...numbers], rows)}
    ${
      perItem &&
      html`<p>
        An accepted item took
        ${figure(perItem.tokens)}&nbsp;tokens${perItem.usd !== null && ` and ${usdOf(perItem.usd)}`}, rejected ones
        included.
      </p>`
    }
    ${usage.some(({ usd }) => usd === null) && html`<p class="muted">–: the settings give no price.</p>`}`;
}
