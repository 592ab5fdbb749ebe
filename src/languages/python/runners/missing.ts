import type { SandboxResult } from '../../../ports/outside/sandbox.ts';
import type { TestError } from '../../../schema/judge/test-run.ts';
import { oneLine, plainError } from '../../reports/report.ts';

const usageError = 4;

/** Why a runner did not start, with what cures it; null where it did. */
export function unstartedError(result: SandboxResult, module: string): TestError | null {
  const output = `${result.stdout}\n${result.stderr}`;
  const missing = /^\S*python[\d.]*: No module named (\S+)$/m.exec(output)?.[1];
  if (missing === module)
    return plainError(
      'MissingModule',
      `${module} is not installed for the Python that runs the tests: python3 -m venv .venv && .venv/bin/pip install ${module}, together with what the project needs`,
    );
  if (result.exit_code !== usageError) return null;
  const unknown = /error: unrecognized arguments: (.+)$/m.exec(output)?.[1];
  if (unknown !== undefined) {
    const plugin = plugins.find(([option]) => option.test(unknown))?.[1] ?? 'the plugin that brings it';
    return plainError(
      'MissingPlugin',
      `pytest does not know ${oneLine(unknown)}, which the project's settings ask for: install ${plugin}`,
    );
  }
  const required = /Missing required plugins: (.+)$/m.exec(output)?.[1];
  if (required !== undefined)
    return plainError(
      'MissingPlugin',
      `pip install ${oneLine(required).replaceAll(',', '')}: the project's pytest settings require it`,
    );
  return null;
}

const pip = (name: string): string => `it with pip install ${name}`;
const plugins: [RegExp, string][] = [
  [/--cov/, pip('pytest-cov')],
  [/(?:^|\s)-n|--numprocesses|--dist\b/, pip('pytest-xdist')],
  [/--timeout/, pip('pytest-timeout')],
  [/--asyncio-mode/, pip('pytest-asyncio')],
  [/--benchmark/, pip('pytest-benchmark')],
  [/--mypy/, pip('pytest-mypy')],
  [/--reruns/, pip('pytest-rerunfailures')],
  [/--ds\b|--reuse-db|--nomigrations/, pip('pytest-django')],
  [/--html/, pip('pytest-html')],
  [/--randomly|-p randomly/, pip('pytest-randomly')],
  [/--sugar|--force-sugar/, pip('pytest-sugar')],
];
