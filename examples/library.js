// Pawl as a library: one request on one repository, told as it happens.
//
//   node examples/library.js TARGET CONFIG "make add() accept negative numbers"
//
// TARGET is a git repository, CONFIG a file with providers and tiers (see docs/configuration.md).
import { createApp, PawlError } from 'pawl';

const [target, config, request] = process.argv.slice(2);
if (!target || !config || !request) {
  console.error('usage: node examples/library.js TARGET CONFIG REQUEST');
  process.exit(2);
}

const app = await createApp({ target, config, flags: { plan: 'single', yes: true, budget: 1 } });
try {
  const handle = await app.run(request);
  process.once('SIGINT', () => handle.stop());

  for await (const event of handle.events) {
    if (event.type === 'attempt.started') console.log(`${event.tier} tries, attempt ${event.attempt}`);
    if (event.type === 'verdict.reached') {
      const { status, tests, confidence } = event.verdict;
      console.log(`the judge says ${status}: ${tests.passed} of ${tests.total} tests pass, confidence ${confidence}`);
    }
    if (event.type === 'commit.created') console.log(`committed ${event.sha} on ${event.branch}`);
  }

  const { run, exit_code } = await handle.done;
  const { usd, seconds } = JSON.parse(await app.report(run, 'json'));
  console.log(`run ${run} ended with ${exit_code} after ${seconds} s, for $${usd.toFixed(4)}`);
  process.exitCode = exit_code;
} catch (error) {
  if (!(error instanceof PawlError)) throw error;
  console.error(`${error.reason}: ${error.message}`);
  process.exitCode = error.exitCode;
} finally {
  await app.close();
}
