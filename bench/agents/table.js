/**
 * Open-source coding agents on npm, each with what it needs to ask a model at `url` and nobody else: files of its home
 * folder, variables, and the words that have it carry out a prompt without a person. Settings are the agent's own
 * defaults apart from that, and whatever it sends to its makers or loads from them at start is turned off.
 */
export const agents = [
  {
    name: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    licence: 'MIT',
    bin: 'opencode',
    files: (url) => ({ '.config/opencode/opencode.json': opencode(url) }),
    env: () => ({
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    }),
    words: (prompt) => ['run', prompt],
  },
  {
    name: 'codex',
    package: '@openai/codex',
    version: '0.166.0',
    licence: 'Apache-2.0',
    bin: 'codex',
    // The model decides about its prompt: of those that it knows, one of the shorter.
    files: (url) => ({ '.codex/config.toml': codex(url) }),
    env: () => ({}),
    words: (prompt) => ['exec', '--dangerously-bypass-approvals-and-sandbox', prompt],
  },
  {
    name: 'gemini',
    package: '@google/gemini-cli',
    version: '0.61.0',
    licence: 'Apache-2.0',
    bin: 'gemini',
    files: () => ({ '.gemini/settings.json': gemini }),
    env: (url) => ({ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: url }),
    words: (prompt) => ['--yolo', '--skip-trust', '--model', 'gemini-2.5-pro', '--prompt', prompt],
  },
  {
    name: 'continue',
    package: '@continuedev/cli',
    version: '1.5.47',
    licence: 'Apache-2.0',
    bin: 'cn',
    files: (url) => ({ '.continue/config.yaml': continued(url) }),
    env: () => ({ CONTINUE_TELEMETRY_ENABLED: '0' }),
    words: (prompt) => ['--auto', '--print', prompt],
  },
  {
    name: 'pi',
    package: '@mariozechner/pi-coding-agent',
    version: '0.73.1',
    licence: 'MIT',
    bin: 'pi',
    // With what came later of its dependencies it could not be installed.
    before: '2026-11-01',
    files: (url) => ({ '.pi/agent/models.json': pi(url) }),
    env: () => ({ PI_OFFLINE: '1' }),
    words: (prompt) => ['--provider', 'local', '--model', 'scripted', '--print', prompt],
  },
];

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

const opencode = (url) =>
  json({
    autoupdate: false,
    share: 'disabled',
    model: 'local/scripted',
    small_model: 'local/scripted',
    provider: {
      local: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: `${url}/v1`, apiKey: 'none' },
        models: { scripted: { limit: { context: 128000, output: 8192 } } },
      },
    },
  });

const codex = (url) => `model = "gpt-5.5"
model_provider = "local"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.local]
name = "local"
base_url = "${url}/v1"
wire_api = "responses"
`;

const gemini = json({
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false },
});

const continued = (url) => `name: local
version: 0.0.1
schema: v1
models:
  - { name: scripted, provider: openai, model: scripted, apiBase: "${url}/v1", apiKey: none, roles: [chat, edit] }
`;

const pi = (url) => {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const model = { id: 'scripted', input: ['text'], reasoning: false, cost, contextWindow: 128000, maxTokens: 8192 };
  return json({
    providers: { local: { baseUrl: `${url}/v1`, api: 'openai-completions', apiKey: 'none', models: [model] } },
  });
};
