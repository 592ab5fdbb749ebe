import type { Clock } from '../../ports/clock.ts';
import type { Models } from '../../ports/outside/model.ts';
import type { Sandbox, SandboxCommand } from '../../ports/outside/sandbox.ts';
import type { Activity } from '../../schema/run/activity.ts';

/** Notes what models and sandboxes are busy with. */
export function activities(clock: Pick<Clock, 'now'>) {
  const running = new Set<Activity>();
  const during = async <T>(activity: Activity, work: () => Promise<T>): Promise<T> => {
    running.add(activity);
    try {
      return await work();
    } finally {
      running.delete(activity);
    }
  };
  return {
    /** What began last and still runs. */
    now: (): Activity | null => [...running].at(-1) ?? null,

    sandbox: (sandbox: Sandbox): Sandbox => ({
      ...sandbox,
      kind: sandbox.kind,
      unfit: () => sandbox.unfit(),
      run(command, signal) {
        const activity = activityOf(command, clock.now());
        return during(activity, () => sandbox.run(counting(command, activity), signal));
      },
    }),

    models: (models: Models): Models => ({
      embedder: (model) => models.embedder(model),
      async open(tier) {
        const model = await models.open(tier);
        const since = () => clock.now();
        return {
          ...model,
          call: (request, signal) =>
            during({ kind: 'model', name: tier.name, since: since() }, () => model.call(request, signal)),
        };
      },
    }),
  };
}

function activityOf({ about, argv }: SandboxCommand, since: number): Activity {
  if (about) return { kind: about.kind, name: about.name, since };
  return { kind: 'command', name: argv[0] === 'sh' ? (argv.at(-1) ?? '') : argv.join(' '), since };
}

/** A command that also tells how many tests have ended. */
function counting(command: SandboxCommand, activity: Activity): SandboxCommand {
  const { about, stall } = command;
  const tally = about?.tally;
  if (!stall || !tally) return command;
  return {
    ...command,
    stall: {
      ...stall,
      heard(files) {
        const tests = tally(files);
        if (tests.total > 0) activity.tests = tests;
      },
    },
  };
}
