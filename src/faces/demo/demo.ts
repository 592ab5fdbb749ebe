import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { App } from '../../app.ts';
import { createApp } from '../create-app.ts';
import { startModelServer } from './model-server.ts';
import { repository } from './repository.ts';
import { script } from './script.ts';

export interface Demo {
  app: App;
  target: string;
  /** The folder instead of the person's own, as `XDG_STATE_HOME`. */
  state: string;
  close(): Promise<void>;
}

/** The whole product on a small real repository. Only the model's words are scripted. */
export async function openDemo(): Promise<Demo> {
  const place = await mkdtemp(join(tmpdir(), 'pawl-demo-'));
  const [target, state] = [join(place, 'durations'), join(place, 'state')];
  for (const [path, content] of Object.entries(repository)) {
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), content);
  }
  const server = await startModelServer(script);
  const config = join(place, 'config.yaml');
  await writeFile(config, configFor(server.url));
  const env = { ...process.env, XDG_STATE_HOME: state };
  const app = await createApp({ target, config, flags: { plan: 'single', yes: true }, env });
  const close = async () => {
    await app.close();
    await server.close();
  };
  await app.init().catch((error) => close().then(() => Promise.reject(error)));
  return { app, target, state, close };
}

const configFor = (url: string): string => `providers:
  demo: { api: openai, base_url: "${url}" }
tiers:
  - { name: cheap, model: demo/cheap, price: { input: 0.3, output: 1.2 } }
  - { name: smart, model: demo/smart, price: { input: 3, output: 15 } }
`;
