import { type Redact, redactDeep, redactor } from '../../code/redact.ts';
import type { Forges } from '../../ports/outside/forge.ts';
import type { Models } from '../../ports/outside/model.ts';
import type { Repo } from '../../ports/outside/repo.ts';
import type { Pages } from '../../ports/pages.ts';
import type { Baselines } from '../../ports/state/baselines.ts';
import type { Blobs } from '../../ports/state/blobs.ts';
import type { Journal } from '../../ports/state/journal.ts';
import type { Maps } from '../../ports/state/maps.ts';
import type { Memory } from '../../ports/state/memory.ts';
import type { Reports } from '../../ports/state/reports.ts';
import { type Requests, redactedErrors, redactedRequests } from './calls.ts';
import { redactedForges } from './forges.ts';
import { redactedModels } from './models.ts';
import { sightOf } from './sight.ts';
import * as stores from './stores.ts';

/**
 * Every way out of this house, without secrets: neither what looks like one nor the values of variables that are named
 * like one. One engine serves them all.
 */
export function redacted(env: Record<string, string | undefined>) {
  const variables = new Set<string>();
  const tokens: Record<string, string> = {};
  let current = redactor(env);
  const redact: Redact = (text) => current(text);
  return {
    /** From now on also without the values of these variables. */
    keep: (names: readonly string[]) => {
      for (const name of names) variables.add(name);
      current = redactor({ ...env, ...tokens }, [...variables, ...Object.keys(tokens)]);
    },
    /** The same for a secret that is in no variable. */
    keepToken: (token: string) => {
      if (Object.values(tokens).includes(token)) return;
      tokens[`token ${Object.keys(tokens).length}`] = token;
      current = redactor({ ...env, ...tokens }, [...variables, ...Object.keys(tokens)]);
    },
    sight: sightOf(redact),
    value: <T>(value: T): T => redactDeep(value, redact),
    errors: <T extends object>(of: T): T => redactedErrors(of, redact),
    requests: <T extends Requests>(of: T, ready: () => Promise<void>): T => redactedRequests(of, redact, ready),
    models: (models: Models) => redactedModels(models, redact),
    journal: (journal: Journal) => stores.redactedJournal(journal, redact),
    blobs: (blobs: Blobs) => stores.redactedBlobs(blobs, redact),
    reports: (reports: Reports) => stores.redactedReports(reports, redact),
    pages: (pages: Pages) => stores.redactedPages(pages, redact),
    memory: (memory: Memory) => stores.redactedMemory(memory, redact),
    maps: (maps: Maps) => stores.redactedMaps(maps, redact),
    baselines: (baselines: Baselines) => stores.redactedBaselines(baselines, redact),
    forges: (forges: Forges) => redactedForges(forges, redact),
    repo: (repo: Repo) => stores.redactedRepo(repo, redact),
  };
}
