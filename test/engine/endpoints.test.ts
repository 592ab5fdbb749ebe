import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLedger } from '../../src/adapters/ledger/ledger.ts';
import { aiModels } from '../../src/adapters/models/ai-models.ts';
import { offeredModels } from '../../src/adapters/models/catalog.ts';
import { probeModel } from '../../src/agents/probe.ts';
import { endpointChecks, serverChecks } from '../../src/engine/project/endpoints.ts';
import { openaiBody, openaiFrames } from '../../src/faces/demo/wire-openai.ts';
import type { ProviderAccess } from '../../src/ports/outside/model.ts';
import type { Tier } from '../../src/schema/settings/policy.ts';
import { policyWith } from '../core/policy.ts';
import { handClock } from '../support/clock.ts';
import { tempDir } from '../support/temp.ts';

/** Answers as OpenAI and Ollama do, word for word where they refuse; what the model can do is in its name. */
async function server(): Promise<string> {
  const listening = createServer(async (request, response) => {
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.headers.authorization !== 'Bearer right') return send(401, wrongKey);
    if (request.url === '/v1/models') return send(200, { data: [{ id: 'fine' }, { id: 'deaf' }] });
    const { model, tools } = JSON.parse(await bodyOf(request)) as { model: string; tools?: unknown[] };
    if (model === 'fime') return send(404, unknownModel);
    if (model === 'deaf' && tools) return send(400, noTools);
    const calls = model === 'talker' || !tools ? {} : { calls: [{ name: 'ready', input: { ready: true } }] };
    const text = model === 'talker' ? 'I am ready.' : '';
    const usage = { input: 60, output: 12 };
    const answer = { id: '1', model, text: calls.calls ? text : 'Ready.', ...calls, ends: 'normally' as const, usage };
    if (model === 'whole') return send(200, openaiBody(answer));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(openaiFrames(answer).join(''));
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    listening.closeAllConnections();
    listening.close();
  });
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/v1`;
}

const wrongKey = {
  error: {
    message: 'Incorrect API key provided: wrong. You can find your API key at https://platform.openai.com/account.',
    type: 'invalid_request_error',
    param: null,
    code: 'invalid_api_key',
  },
};
const unknownModel = {
  error: {
    message: 'The model `fime` does not exist or you do not have access to it.',
    type: 'invalid_request_error',
    param: null,
    code: 'model_not_found',
  },
};
const noTools = {
  error: { message: 'registry.ollama.ai/library/deaf does not support tools', type: 'api_error', param: null },
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

async function asked(models: string[], options: { base_url?: string; key?: string; day_usd?: number } = {}) {
  const ledger = await openLedger({ state_dir: tempDir(), clock: handClock(), point: () => undefined });
  onTestFinished(() => ledger.close());
  const local: ProviderAccess = {
    api: 'openai',
    base_url: options.base_url ?? (await server()),
    api_key: options.key ?? 'right',
    key_name: 'LOCAL_KEY',
  };
  const price = { input: 1, output: 2 };
  const tiers = models.map(
    (name): Tier => ({ name, developer: 'native', model: `local/${name}`, price, attempts: 3, command: [] }),
  );
  const policy = policyWith({ tiers, limits: { day_usd: options.day_usd ?? 20 } });
  const checks = await endpointChecks({
    configured: async () => ({ policy, keys: { local }, providers: {}, notes: [] }),
    offered: offeredModels,
    probe: async ({ tier }) => {
      const model = await aiModels({ providers: { local } }).open(tier);
      const parts = { price, caps: policy.limits, ledger, clock: handClock() };
      return probeModel(model, { run: 'doctor', tier: tier.name, ...parts });
    },
  });
  return { checks, lines: checks.map(({ ok, required, detail }) => [ok, required, detail]), ledger };
}

describe('asking the models of the ladder', () => {
  test('says that one works, and pays for the call', async () => {
    const { checks, ledger } = await asked(['fine']);
    const detail = 'answers in 0.0 s, streams, calls tools; this cost $0.0001';
    expect(checks).toEqual([{ name: 'local/fine', ok: true, required: false, detail }]);
    expect(await ledger.spent('doctor')).toBeCloseTo((60 * 1 + 12 * 2) / 1e6, 12);
  });

  test.each([
    ['a wrong key', ['fine'], { key: 'wrong' }, 'local rejected LOCAL_KEY (401); put a valid key into LOCAL_KEY'],
    [
      'an unknown model',
      ['fime'],
      {},
      'HTTP 404: The model `fime` does not exist or you do not have access to it; correct the model of tier fime: local offers deaf, fine',
    ],
    [
      'a model that takes no tools',
      ['deaf'],
      {},
      'takes no tools (HTTP 400: registry.ollama.ai/library/deaf does not support tools): choose a model that can call tools',
    ],
    [
      'a model that calls no tool',
      ['talker'],
      {},
      'answers in 0.0 s but did not call the tool it was given: choose a model that calls tools',
    ],
    [
      'a dead server',
      ['fine'],
      { base_url: 'http://127.0.0.1:59999/v1' },
      'the provider cannot be reached: connect ECONNREFUSED 127.0.0.1:59999; start the server, or correct providers.local.base_url (http://127.0.0.1:59999/v1)',
    ],
  ])('names %s and its cure', async (_, models, options, detail) => {
    expect((await asked(models, options)).lines).toEqual([[false, true, detail]]);
  });

  test('notes a server that does not stream, which works', async () => {
    const [line] = (await asked(['whole'])).lines;
    expect(line).toEqual([
      false,
      false,
      'answers in 0.0 s and calls tools, but does not stream: nothing is shown while it writes, and an answer that takes over a minute is cut off',
    ]);
  });

  test('asks nobody whom a limit cannot bear', async () => {
    const { lines, ledger } = await asked(['fine'], { day_usd: 0.0001 });
    expect(lines).toEqual([[false, false, 'not asked: the next call could exceed the day limit of $0.0001']]);
    expect(await ledger.spent('doctor')).toBe(0);
  });

  test('asks each model once, whoever names it', async () => {
    expect((await asked(['fine', 'fine', 'talker'])).checks.map(({ name }) => name)).toEqual([
      'local/fine',
      'local/talker',
    ]);
  });
});

test('a list of models that does not end is not received to its end', async () => {
  let sent = 0;
  const endless = createServer((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(' '.repeat(1_000_000))) sent += 1;
      sent += 1;
    };
    response.on('drain', more);
    more();
  });
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void endless.close());
  const base_url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`;
  const access: ProviderAccess = { api: 'openai', base_url, api_key: null };
  expect(await offeredModels(access, 2000)).toEqual({ failed: 'the answer is too long' });
  expect(sent).toBeLessThan(30);
});

describe('a model server on this machine', () => {
  const off = 'http://127.0.0.1:59999/v1';
  const price = { input: 0, output: 0 };
  const checked = (providers: Record<string, string>) => {
    const tiers = Object.keys(providers).map(
      (name): Tier => ({ name, developer: 'native', model: `${name}/m`, price, attempts: 3, command: [] }),
    );
    const keys = Object.fromEntries(
      Object.entries(providers).map(([name, base_url]) => [name, { api: 'openai' as const, base_url, api_key: null }]),
    );
    const configured = async () => ({ policy: policyWith({ tiers }), keys, providers: {}, notes: [] });
    return serverChecks({ configured, offered: offeredModels });
  };

  test('that is off is named with the cure, and is needed where no other model is left', async () => {
    const detail = `no server answers at ${off}: start it, or correct providers.local.base_url (pawl config edit)`;
    const finding = { name: 'local', ok: false, detail };
    expect(await checked({ local: off })).toEqual([{ ...finding, required: true, works_without_model: true }]);
    expect(await checked({ local: off, other: await server() })).toEqual([{ ...finding, required: false }]);
  });

  test('that answers anything at all is on', async () => {
    expect(await checked({ other: await server() })).toEqual([]);
  });
});
