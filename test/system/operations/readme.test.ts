/**
 * The quickstart and every command of the README and of the pages for storage, knowledge, evaluation and synthesis,
 * pasted as they are.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { defaultHome } from '../../../platform/config/home.ts';
import { obtainTool, SEAWEEDFS, TEMPORAL } from '../../../embedded/setup/tools.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { setUpEmbedder } from '../../support/servers/embedder.ts';
import { infrastructure } from '../../support/service/infrastructure.ts';
import { CHECKOUT } from '../../support/service/npm-script.ts';
import { ServiceProcess } from '../../support/service/service-process.ts';

const home = mkdtempSync(join(tmpdir(), 'tidemill-readme-'));
after(() => rmSync(home, { recursive: true }));

const tool = (kind: typeof TEMPORAL): Promise<string> =>
  obtainTool(kind, join(defaultHome(), 'tools'), process.env, () => undefined);
const env = {
  TIDEMILL_HOME: home,
  TEMPORAL_CLI_PATH: await tool(TEMPORAL),
  WEED_PATH: await tool(SEAWEEDFS),
  EMBEDDER_DIR: (await setUpEmbedder()).directory,
  PORT: '0',
  TEMPORAL_PORT: '0',
  TEMPORAL_UI_PORT: '0',
  POSTGRES_PORT: '0',
  S3_PORT: '0',
  EMBEDDER_PORT: '0',
  npm_config_update_notifier: 'false',
};
const log = join(infrastructure().logs, 'quickstart.log');
const quickstart = await ServiceProcess.start(
  { name: 'quickstart', command: 'npm', args: ['--prefix', CHECKOUT, 'run', 'quickstart'], env, log },
  async () => readFileSync(log, 'utf8').includes('The stack keeps running'),
);
after(() => quickstart.stop());

/** Where commands are pasted: it has the examples of the checkout, and receives the files that commands write. */
const folder = mkdtempSync(join(tmpdir(), 'tidemill-pasted-'));
symlinkSync(join(CHECKOUT, 'examples'), join(folder, 'examples'));
after(() => rmSync(folder, { recursive: true }));

/** Runs shell commands as a newcomer does, up to the first that fails. Returns their output. */
async function paste(commands: string): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: folder,
    env: { PATH, HOME },
    timeout: PATIENCE_MS,
    maxBuffer: 16 * 1024 * 1024,
  });
  assert.doesNotMatch(stdout, /"\/docs\/errors#/, 'no request is refused');
  return stdout;
}

/** The shell blocks of a document, or of one of its sections, indented or not. */
function shellBlocks(file: string, section?: string): string {
  const text = readFileSync(join(CHECKOUT, file), 'utf8');
  const part = section === undefined ? text : text.split(/^## /m).find((candidate) => candidate.startsWith(section));
  return [...(part ?? '').matchAll(/^ *```sh\n([^]*?)^ *```$/gm)].map(([, block]) => block).join('\n');
}

const url = /^ +API +(\S+)$/m.exec(quickstart.output())?.[1] ?? assert.fail(quickstart.output());
const use = shellBlocks('README.md', 'Use\n').replace('http://127.0.0.1:8080', url);

test('the curl line that the quickstart prints reads a file', async () => {
  const [line = ''] = /^ *curl [^]*?'$(?=\n\n)/m.exec(quickstart.output()) ?? assert.fail(quickstart.output());
  for (const output of [await paste(line), await paste(line)])
    assert.match(output, /^# A year of grinding by the tide\n/);
});

test('the commands of the README work, also the second time', async () => {
  assert.ok(use.includes(url));
  const results = [await paste(use), await paste(use)];
  for (const output of results) {
    assert.match(output, /^# A year of grinding by the tide$/m);
    assert.match(output, /"markdown":"# A year of grinding by the tide/);
  }
  const jobs = results.map((output) => /job_(?!id)\w+/.exec(output)?.[0]);
  assert.notEqual(jobs[0], jobs[1], 'the second time starts jobs of its own');
});

const token = use.slice(0, use.indexOf('# A file'));

test('the upload walk-through works, also the second time', async () => {
  const commands = `${token}\n${shellBlocks('docs/storage.md')}`;
  for (const output of [await paste(commands), await paste(commands)]) {
    assert.equal(output.match(/"locator":"service:\/\/objects\/obj_/g)?.length, 2, output);
    assert.match(output, /"size_bytes":40000000/);
  }
});

test('the knowledge walk-through finds passages with their sources, also the second time', async () => {
  const all = shellBlocks('docs/knowledge.md');
  const removal = shellBlocks('docs/knowledge.md', 'Delete\n');
  assert.ok(all.endsWith(removal));
  const commands = [token, all.slice(0, -removal.length), shellBlocks('docs/knowledge-communities.md'), removal].join(
    '\n',
  );
  for (const output of [await paste(commands), await paste(commands)]) {
    assert.match(output, /"counts":\{"added":2,"updated":0,"unchanged":0,"failed":0\}/);
    assert.match(
      output,
      /"text":"[^"]*belongs to Ruth Hallam[^"]*","method":"extractive","model":null,"holds_answer":true/,
    );
    assert.match(output, /"records":2,"note":"2 of type visitor, named by name."/);
    assert.match(output, /"name":"fenn society","type":"visitor"/);
    assert.match(output, /Grease the pit wheel/);
    assert.match(output, /"level":0,/);
    // The set first, then the rest with the dataset.
    assert.match(output, /"documents_removed":1[^]*"documents_removed":2/);
    assert.deepEqual(readdirSync(folder).toSorted(), ['examples', 'graph.graphml', 'graph.html', 'graph.jsonld']);
  }
});

test('the evaluation walk-through measures, reports and compares, also the second time', async () => {
  const commands = `${token}\n${shellBlocks('docs/evaluation.md')}`;
  for (const output of [await paste(commands), await paste(commands)]) {
    assert.match(output, /"metric_key":"rag.faithfulness","threshold":0.5,"judge":"built_in",[^}]*"measured":1/);
    assert.match(output, /"name":"capitals","cases":3,"passed":true/);
    assert.match(output, /"actual_output":"[^"]*finance board[^"]*","tool_calls":0,"retrieval_contexts":1/);
    assert.match(output, /"name":"search","cases":1,"passed":true[^]*"outputs":\{"produced":1,"failed":0\}/);
    assert.match(output, /\}text\/html; charset=utf-8$/m);
    assert.match(output, /"pairs":3,"only_in_baseline":0,"only_in_candidate":0,"passed":null/);
    assert.match(output, /"wins":1,"losses":0,"ties":2,"outcome":"too_few_groups"/);
  }
});

test('the synthesis walk-through makes questions and rows, and questions that another dataset does not have', async () => {
  const output = await paste(`${token}\n${shellBlocks('docs/synthesis.md')}`);
  assert.match(output, /"engine_id":"grounded_qa","asked":3,[^]*"accepted":3/);
  assert.match(output, /"engine_id":"schema_rows","asked":25,[^]*"accepted":25/);
  assert.match(output, /"accepted":3,[^]*"reason":"contaminated","about":"exclude_datasets\[0\]"/);
});

test('the quickstart ends before its npm does, and leaves its data to the next start', async () => {
  assert.equal(await quickstart.stop(), 0);
  assert.match(quickstart.output(), /^Stopping …$/m);
  await assert.rejects(fetch(url));
  assert.ok(!existsSync(join(home, 'processes.json')));
});
