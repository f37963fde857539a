import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../../../platform/config.ts';
import { readModels } from '../../../platform/config/models.ts';
import { complete } from '../../../platform/models/chat.ts';
import { embed } from '../../../platform/models/embed.ts';
import { openEndpoint } from '../../../platform/models/endpoint.ts';
import { createLogger } from '../../../platform/logging/logger.ts';
import { startTracing } from '../../../platform/tracing/sdk.ts';
import { startSpan, withSpan } from '../../../platform/tracing/span.ts';
import { openCollector } from '../../support/servers/collector.ts';
import { modelSettings, serveModel } from '../../support/servers/scripted-model.ts';

const collector = await openCollector();
Object.assign(process.env, collector.settings);
const tracing = await startTracing('unit', true, createLogger('silent', 'unit'));
const server = await serveModel();
const dependencies = {
  secrets: { read: async () => ['hush'] },
  network: { allow: [], proxy: null },
};

test('a call is a span with the attributes of generative AI, and without its texts', async () => {
  const settings = { ...modelSettings('main', server), ...modelSettings('embedder', server, { DIMENSIONS: '8' }) };
  const { named } = readSettings(settings, readModels);
  const [main, embedder] = [named['main'], named['embedder']];
  assert.ok(main && embedder);
  const { signal } = new AbortController();
  const request = { messages: [{ role: 'user', content: 'hush' }], maxTokens: 9, temperature: 0, seed: 1 } as const;
  await withSpan(startSpan('step', {}), async () => {
    await complete(openEndpoint(main, dependencies), request, { signal });
    await embed(openEndpoint(embedder, dependencies), ['hush'], 'query', { tenantId: 'a', signal });
    server.next({ status: 429, message: 'hush' });
    await assert.rejects(complete(openEndpoint(main, dependencies), request, { signal }));
  });
  await tracing.stop();

  const byName = Map.groupBy(collector.spans, ({ name }) => name);
  const [chat, limited] = byName.get('chat scripted-main') ?? [];
  const { hostname, port } = new URL(server.url);
  assert.partialDeepStrictEqual(chat, {
    failed: false,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'scripted-main',
      'gen_ai.request.max_tokens': 9,
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 1,
      'gen_ai.output.type': 'text',
      'server.address': hostname,
      'server.port': Number(port),
    },
  });
  assert.partialDeepStrictEqual(limited, { failed: true, attributes: { 'error.type': 'model_rate_limited' } });
  const [embeddings] = byName.get('embeddings scripted-embedder') ?? [];
  assert.partialDeepStrictEqual(embeddings?.attributes, {
    'gen_ai.operation.name': 'embeddings',
    'gen_ai.embeddings.dimension.count': 8,
    'gen_ai.usage.input_tokens': 1,
  });
  const requests = byName.get('POST') ?? [];
  assert.equal(requests[0]?.parentSpanId, chat?.spanId, 'the HTTP request belongs to the call');
  assert.doesNotMatch(collector.bodies.join(), /hush/);
});
