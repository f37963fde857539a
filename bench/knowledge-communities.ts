/**
 * `npm run bench:knowledge-communities [-- --cases DIR --only NAME --added N]`: how many communities a document more changes. The passages of a case file
 * become a dataset, but for the last N, which are then added one by one; after each, Cognify and Memify's `communities` run again.
 */
import { mean } from '../engines/statistics/bootstrap.ts';
import { join } from 'node:path';
import type { Infrastructure } from '../embedded/stack.ts';
import { readOptions } from '../platform/command-line.ts';
import { readCases } from './knowledge/cases.ts';
import { ingest, runKnowledge } from './knowledge/ingest.ts';
import { startKnowledge } from './knowledge/service.ts';
import { runBench } from './run.ts';
import type { Row } from './table.ts';

const NAMESPACE = 'bench-communities';

const given = readOptions('npm run bench:knowledge-communities [-- --cases DIR --only NAME --added N]', {
  cases: { type: 'string', default: join(import.meta.dirname, '../../shared/eval-data/knowledge') },
  only: { type: 'string', default: 'hotpotqa' },
  added: { type: 'string', default: '10' },
});

await runBench(run);

async function run(stack: Infrastructure): Promise<Row[]> {
  const { service } = await startKnowledge(stack, NAMESPACE);
  const cases = await readCases(given.cases, given.only);
  const first = cases.passages.slice(0, -Number(given.added));
  const { datasetKey: dataset_key } = await ingest(service, { ...cases, passages: first }, { hasTitles: true });
  const divide = async () => {
    const began = performance.now();
    const { counts } = await runKnowledge(service, 'memify', { dataset_key, pipeline: 'communities' });
    const { communities = 0, communities_added = 0, communities_changed = 0, communities_summarized = 0 } = counts;
    const seconds = (performance.now() - began) / 1000;
    return {
      communities,
      redone: communities_added + communities_changed,
      summarized: communities_summarized,
      seconds,
    };
  };
  console.log('| documents | communities | added or changed | summarized | s |\n|---|---|---|---|---|');
  const divisions = [await divide()];
  const print = (documents: number): void => {
    const { communities, redone, summarized, seconds } = divisions.at(-1) ?? { communities: 0, seconds: 0 };
    console.log(`| ${documents} | ${communities} | ${redone} | ${summarized} | ${seconds.toFixed(1)} |`);
  };
  print(first.length);
  for (const [at, { title, text }] of cases.passages.slice(first.length).entries()) {
    const label = `${title} (added ${at + 1})`;
    await runKnowledge(service, 'add', { dataset_key, inputs: [{ input_type: 'text', text, label }] });
    await runKnowledge(service, 'cognify', { dataset_key });
    divisions.push(await divide());
    print(first.length + at + 1);
  }
  await service.close();
  const [whole, ...later] = divisions;
  const measured = mean(later.map(({ redone }) => redone));
  return [
    {
      what: `${given.only}: communities redone for a document more`,
      unit: 'communities',
      goal: '',
      baselineName: `all, of ${first.length} documents`,
      baseline: whole?.communities ?? 0,
      measured,
    },
  ];
}
