import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hintsFor } from '../cli/hints.ts';
import { createStory } from '../cli/render/run/story.ts';
import { styleFor } from '../cli/render/style.ts';
import { createApp } from '../create-app.ts';
import { startModelServer } from './model-server.ts';
import { repository, request } from './repository.ts';
import { script } from './script.ts';

export interface DemoOptions {
  json: boolean;
  print: (line: string) => void;
  /** Called with how to stop it, once it runs. */
  onStart?: (stop: () => void) => void;
}

/** The whole product on a small real repository. Only the model's words are scripted. Returns the run's exit code. */
export async function runDemo({ json, print, onStart }: DemoOptions): Promise<number> {
  const place = await mkdtemp(join(tmpdir(), 'pawl-demo-'));
  const target = join(place, 'durations');
  for (const [path, content] of Object.entries(repository)) {
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), content);
  }
  const server = await startModelServer(script);
  const config = join(place, 'config.yaml');
  await writeFile(config, configFor(server.url));
  const env = { ...process.env, XDG_STATE_HOME: join(place, 'state') };
  const app = await createApp({ target, config, flags: { plan: 'single', yes: true }, env });
  const tell = (line: string) => {
    if (!json) print(line);
  };

  try {
    await app.init();
    tell('A small real repository, real git, real tests in a real sandbox, a real HTTP model server on loopback.');
    tell("Only the model's words are scripted: no key and no network are needed.");
    tell('');
    tell(`$ pawl run '${request}' --plan single`);
    const handle = await app.run(request);
    onStart?.(handle.stop);
    const story = createStory(styleFor(true, hintsFor({ target, state: env.XDG_STATE_HOME })));
    for await (const event of handle.events) {
      if (json) print(JSON.stringify(event));
      else for (const line of story.tell(event)) print(line);
    }
    const { exit_code } = await handle.done;
    tell('');
    tell(`The repository is in ${target}. Nothing in its work tree was touched: the commit is on a branch.`);
    return exit_code;
  } finally {
    await app.close();
    await server.close();
  }
}

const configFor = (url: string): string => `providers:
  demo: { api: openai, base_url: "${url}" }
tiers:
  - { name: cheap, model: demo/cheap, price: { input: 0.3, output: 1.2 } }
  - { name: smart, model: demo/smart, price: { input: 3, output: 15 } }
`;
