import { addedLines } from '../../code/patch/added-lines.ts';
import { ofKind, sentenceOf } from '../../core/judge/findings.ts';
import type { Evidence } from '../../core/judge/review-score.ts';
import { type Findings, placed, scanPatch } from '../../languages/checks/dangers/scan.ts';
import { isDocumentation } from '../../languages/judging/reach/kinds.ts';
import { regionsOf } from '../../languages/judging/regions/regions.ts';
import type { Runner } from '../../languages/runner.ts';
import { filesIn, readProject } from '../../languages/runs/project.ts';
import { scopeAt } from '../../languages/runs/scope.ts';
import type { Clone, FileChange, Target } from '../../ports/outside/repo.ts';
import type { Parsers } from '../../schema/code/tree.ts';
import type { Criterion } from '../../schema/judge/criterion.ts';
import type { KindSource } from '../../schema/judge/review.ts';
import type { Verdict } from '../../schema/judge/verdict.ts';
import type { TaskKind } from '../../schema/run/task.ts';
import type { Policy } from '../../schema/settings/policy.ts';
import { changedTexts } from '../changed-texts.ts';
import { isSilent } from '../silent.ts';
import { breakingIn, type Words } from './breaking.ts';
import { kindOf, type UnnamedChange } from './kind.ts';

/** A judged change, from an attempt or from a person. */
export interface JudgedChange {
  /** Trees. */
  base: string;
  tree: string;
  verdict: Verdict;
  /** Null where nobody said it: then it is told from the change. */
  kind: TaskKind | null;
  /** Whether base had any test at all. */
  tested: boolean;
  /** Its criteria, with how they stand. */
  acceptance: Criterion[];
  /** What a person opened for it. */
  unlocked: string[];
  words: Words;
}

export interface Gathered {
  /** All but what models say. */
  evidence: Omit<Evidence, 'opinions' | 'quality' | 'by'>;
  kind_by: KindSource;
  scanned: Findings;
  patch: string;
  /** The files that are the product's own: no tests, no documentation. */
  product: FileChange[];
}

/** What running and scanning showed of a change. */
export async function gather(
  change: JudgedChange,
  clone: Clone,
  { target, policy }: { target: Target; policy: Policy },
  parsers: Parsers,
): Promise<Gathered> {
  const { base, tree } = change;
  const { changes, patch } = await clone.diff(base, tree);
  const added = changes.filter(({ status }) => status === 'added').map(({ path }) => path);
  const { isTest, runner } = await readProject(clone, base, target, policy, { tree, paths: added });
  const texts = await changedTexts(clone, tree, changes);
  const scanned = await scanPatch({ patch, texts }, isTest, parsers);
  const code = changes.filter(({ path }) => !isDocumentation(path));
  const silent = await isSilent(clone, base, { tree, changes: code }, parsers);
  const scoped = { base, tree, changes, patch, scope: target.scope, isTest };
  const kind =
    change.kind ??
    (await kindOf({ ...scoped, withBaseTests: await baseTestsIn(clone, base, runner, target.scope) }, clone));
  const execution = executed({ ...change, kind, silent });
  const { unsaid, announced } = await breakingIn(scoped, change.words, clone, parsers);
  return {
    evidence: {
      ...execution,
      secrets: scanned.secrets.map(placed),
      dangers: scanned.dangers.map(placed),
      smells: scanned.smells.map(placed),
      unparsed: scanned.unparsed.map(
        (path) => `security: ${path} could not be parsed, so it was only checked line by line`,
      ),
      tested: change.tested,
      needs_proof: provable.has(execution.kind) && !policy.allow_untested && !silent,
      tests_added: added.filter(isTest).length,
      docs_touched: changes.some(({ path }) => isProse(path) || /(^|\/)docs\//.test(path)),
      ...described(patch, isTest),
      unlocked: change.unlocked,
      breaks: unsaid,
      announced,
    },
    kind_by: change.kind ? 'said' : 'change',
    scanned,
    patch,
    product: changes.filter(({ path, status }) => status !== 'deleted' && !isTest(path) && !isProse(path)),
  };
}

/** Kinds of work that change what the product does. */
const provable = new Set<TaskKind>(['feature', 'fix', 'endpoint']);

const isProse = (path: string): boolean => /\.(md|mdx|rst|adoc)$/i.test(path);

/** What the judge's run proves. */
function executed({
  verdict,
  kind,
  acceptance,
  silent,
}: JudgedChange & { kind: TaskKind; silent: boolean }): Pick<
  Evidence,
  'kind' | 'refused' | 'fixed' | 'proven' | 'uncovered' | 'acceptance' | 'measured'
> {
  const { status, tests, coverage } = verdict;
  const unproven = status !== 'pass' || ofKind(verdict, 'unproven').length > 0;
  return {
    // What is called documentation and yet changes more is weighed as what it is: documentation, and comments, need no proof.
    kind: kind === 'docs' && !silent && ofKind(verdict, 'unproven').length > 0 ? 'feature' : kind,
    refused: status === 'pass' ? [] : [`tests: the verdict is ${status}, and only a pass can be approved`],
    fixed: status === 'pass' ? tests.fixed : 0,
    proven: unproven || tests.fixed > 0 ? 0 : 1,
    uncovered: coverage?.met === false ? ofKind(verdict, 'coverage').map(sentenceOf) : [],
    acceptance,
    measured: coverage !== null,
  };
}

function described(
  patch: string,
  isTest: (path: string) => boolean,
): Pick<Evidence, 'comments_added' | 'public_surface_added'> {
  const added = [...addedLines(patch)].filter((line) => !isTest(line.path));
  return {
    comments_added: added.some(({ text }) => /^\s*(?:\/\/|\/?\*|#|"""|''')/.test(text)),
    public_surface_added: added.some(({ text }) =>
      /^\s*(?:export\b|module\.exports|exports\.|def [a-z]|class [A-Z]|pub fn|func [A-Z])/.test(text),
    ),
  };
}

/** Tests inside of product files are base's or the change's, and none of the product. */
async function baseTestsIn(
  clone: Clone,
  base: string,
  runner: Runner | null,
  scope: string,
): Promise<UnnamedChange['withBaseTests']> {
  const regionsAt = runner && (await regionsOf(runner, await filesIn(clone, base, scope)));
  return async (path, before, now) => {
    const name = scopeAt(scope).nameOf(path);
    const regions = name === null || regionsAt === null ? null : await regionsAt(name);
    return regions?.withBase(before, now) ?? now;
  };
}
