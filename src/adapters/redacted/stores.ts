import { type Redact, redactDeep, redactRoomy, redactSerialised } from '../../code/redact.ts';
import type { Repo } from '../../ports/outside/repo.ts';
import type { Pages } from '../../ports/pages.ts';
import type { Baselines } from '../../ports/state/baselines.ts';
import type { Blobs } from '../../ports/state/blobs.ts';
import type { Journal, Lease } from '../../ports/state/journal.ts';
import type { Maps } from '../../ports/state/maps.ts';
import type { Memory } from '../../ports/state/memory.ts';
import type { Reports } from '../../ports/state/reports.ts';
import type { FileFacts } from '../../schema/code/file-facts.ts';
import type { PawlEvent } from '../../schema/run/event.ts';

export function redactedBlobs(blobs: Blobs, redact: Redact): Blobs {
  return {
    ...blobs,
    put: (content) => blobs.put(typeof content === 'string' ? redactSerialised(content, redact) : content),
  };
}

export function redactedReports(reports: Reports, redact: Redact): Reports {
  return { ...reports, write: (run, name, content) => reports.write(run, name, redact(content)) };
}

/** Before a page is made: it cuts what is long, and half a secret is not known as one. */
export function redactedPages(pages: Pages, redact: Redact): Pages {
  const redactValue = <T>(value: T): T => redactRoomy(value, redact);
  return {
    html: (report) => pages.html(redactValue(report)),
    markdown: (report) => pages.markdown(redactValue(report)),
    pull: (page) => pages.pull(redactValue(page)),
    feedback: (page, round) => pages.feedback(redactValue(page), round),
    answer: (report) => pages.answer(redactValue(report)),
    handover: (report, original) => pages.handover(redactValue(report), redactValue(original)),
  };
}

export function redactedMemory(memory: Memory, redact: Redact): Memory {
  return {
    ...memory,
    learn: (lesson) => memory.learn(redactDeep(lesson, redact)),
    remember: (execution) => memory.remember(redactDeep(execution, redact)),
    take: (portion) => memory.take(redactDeep(portion, redact)),
  };
}

/** What was kept before is not looked at again. */
export function redactedMaps(maps: Maps, redact: Redact): Maps {
  const cleanFacts = new WeakSet<FileFacts>();
  const redactFacts = (facts: FileFacts): FileFacts => {
    const redacted = cleanFacts.has(facts) ? facts : redactDeep(facts, redact);
    cleanFacts.add(redacted);
    return redacted;
  };
  return {
    async load(key) {
      const facts = await maps.load(key);
      for (const each of facts.values()) cleanFacts.add(each);
      return facts;
    },
    save: (key, facts) => maps.save(key, new Map([...facts].map(([hash, each]) => [hash, redactFacts(each)]))),
  };
}

/** Tests keep their names: by them they are found again. */
export function redactedBaselines(baselines: Baselines, redact: Redact): Baselines {
  return {
    ...baselines,
    save: (key, run) =>
      baselines.save(key, {
        ...run,
        cases: run.cases.map((test) => ({ ...test, error: redactDeep(test.error, redact) })),
        errors: redactDeep(run.errors, redact),
        output_tail: redactDeep(run.output_tail, redact),
      }),
  };
}

/** The words of a commit; its files are the user's own. */
export function redactedRepo(repo: Repo, redact: Redact): Repo {
  return {
    ...repo,
    async clone(run, target, only_look) {
      const clone = await repo.clone(run, target, only_look);
      return { ...clone, commit: (commit) => clone.commit({ ...commit, message: redact(commit.message) }) };
    },
  };
}

/** What the journal takes in, and what people send to a run. */
export function redactedJournal(journal: Journal, redact: Redact): Journal {
  return {
    ...journal,
    claim: async (run) => redactedLease(await journal.claim(run), redact),
    send: (run, command) => journal.send(run, redactDeep(command, redact)),
  };
}

function redactedLease(lease: Lease, redact: Redact): Lease {
  return { ...lease, append: (event, inbox) => lease.append(redactedEvent(event, redact), inbox) };
}

/** The policy stays whole: a resumed run must find the very one it was started with. */
function redactedEvent(event: PawlEvent, redact: Redact): PawlEvent {
  const copy = redactDeep(event, redact);
  return event.type === 'run.started' && copy.type === 'run.started' ? { ...copy, policy: event.policy } : copy;
}
