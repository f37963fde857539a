/**
 * What an endpoint that cannot be asked means for a run. What its answers mean is in
 * test/system/evaluation/endpoint-targets.test.ts.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import { askEndpoint } from '../../../../activities/evaluation/targets/ask-endpoint.ts';
import type { EndpointTarget } from '../../../../activities/evaluation/targets/target.ts';
import type { Measure } from '../../../../domain/jobs/usage.ts';
import { OutputShape } from '../../../../engines/evaluation/cases/output.ts';
import { createAddressGuard } from '../../../../platform/network-guard/lookup.ts';
import { createGuardedRequest } from '../../../../platform/network-guard/request.ts';
import { openSecrets } from '../../../../platform/secrets.ts';
import { serveOnLoopback } from '../../../support/servers/loopback.ts';

const origin = await serveOnLoopback((request, response) => {
  const { searchParams } = new URL(request.url ?? '', origin);
  if (searchParams.has('tokens')) {
    const tokens = Number(searchParams.get('tokens'));
    const usage = { prompt_tokens: tokens, completion_tokens: tokens };
    response.end(JSON.stringify({ choices: [{ message: { content: 'Me.' } }], usage }));
  } else if (searchParams.has('moved')) response.writeHead(308, { location: '/elsewhere' }).end();
  else response.writeHead(503, { 'retry-after': '7' }).end();
});

const spendings: Measure[] = [];
const step = { signal: new AbortController().signal, spend: (measure: Measure) => spendings.push(measure) };

async function ask(url: string, allow: readonly string[] = ['127.0.0.1'], price: EndpointTarget['price'] = null) {
  const target = {
    ...({ type: 'api', models: ['target-endpoint'], url, secret_ref: null, model: null, timeout_seconds: 30 } as const),
    system_prompt: null,
    temperature: null,
    max_tokens: null,
    price,
  };
  const asked = await askEndpoint(
    {
      secrets: openSecrets({ directory: null, values: {} }),
      config: { evaluation: { maxParallel: 1, maxRate: 1, maxRequests: 1, maxLevelSeconds: 1, targetOrigins: {} } },
      targetRequest: createGuardedRequest(createAddressGuard(allow)),
    },
    target,
    step,
  );
  return asked({ id: 1n, ordinal: 0, subject: { user_input: 'Who?' } });
}

test('an address that is not allowed, does not speak TLS or leads elsewhere ends the run, with the fix', async () => {
  for (const [asked, reason, fix] of [
    [ask(`${origin}/v1`, []), 'blocked_address', /NETWORK_ALLOW/],
    [ask(`${origin.replace('http:', 'https:')}/v1`), 'tls', /certificate/],
    [ask(`${origin}/v1?moved`), 'redirect', /endpoint_url/],
  ] as const) {
    await assert.rejects(asked, (error: { code: string; message: string; details: { reason: string } }) => {
      assert.deepEqual([error.code, error.details.reason], ['target_refused', reason]);
      assert.match(error.message, fix);
      return true;
    });
  }
});

test('a pause that an endpoint asks for is kept, and a connection that fails may work later', async () => {
  const details = { status: 503, retry_after_seconds: 7 };
  await assert.rejects(ask(`${origin}/v1`), { code: 'target_rate_limited', details });
  await assert.rejects(ask('http://127.0.0.1:1/v1'), { code: 'target_unavailable' });
});

test('a cost beyond what an output may have is spent, and the output that is kept can be read', async () => {
  for (const [tokens, usd, cost_usd] of [
    [100, 20, 20],
    [1e7, 2e6, undefined],
  ] as const) {
    spendings.length = 0;
    const produced = await ask(`${origin}/v1?tokens=${tokens}`, ['127.0.0.1'], { input: 1e5, output: 1e5 });
    assert.ok('output' in produced);
    assert.ok(Value.Check(OutputShape, produced.output));
    assert.equal(produced.output.cost_usd, cost_usd);
    assert.equal(spendings.find(({ unit }) => unit === 'usd')?.amount, usd);
  }
});
