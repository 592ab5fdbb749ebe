import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { registerBacktest } from './look/backtest.ts';
import { registerDiff } from './look/diff.ts';
import { registerGraph } from './look/graph.ts';
import { registerLog } from './look/log.ts';
import { registerMetrics } from './look/metrics.ts';
import { registerReport } from './look/report.ts';
import { registerStatus } from './look/status.ts';
import { registerAnswer } from './run/answer.ts';
import { registerCancel } from './run/cancel.ts';
import { registerFix } from './run/fix.ts';
import { registerPlan } from './run/plan.ts';
import { registerResume } from './run/resume.ts';
import { registerRun } from './run/run.ts';
import { registerUndo } from './run/undo.ts';
import { registerVerify } from './run/verify.ts';
import { registerAgents } from './setup/agents.ts';
import { registerClean } from './setup/clean.ts';
import { registerConfig } from './setup/config.ts';
import { registerDemo } from './setup/demo.ts';
import { registerDoctor } from './setup/doctor.ts';
import { registerInit } from './setup/init.ts';

/** In the order in which help lists them. */
export function registerCommands(program: Command, cli: Cli): void {
  registerRun(program, cli);
  registerFix(program, cli);
  registerPlan(program, cli);
  registerResume(program, cli);
  registerAnswer(program, cli);
  registerCancel(program, cli);
  registerStatus(program, cli);
  registerLog(program, cli);
  registerDiff(program, cli);
  registerReport(program, cli);
  registerUndo(program, cli);
  registerVerify(program, cli);
  registerGraph(program, cli);
  registerAgents(program, cli);
  registerMetrics(program, cli);
  registerBacktest(program, cli);
  registerConfig(program, cli);
  registerDoctor(program, cli);
  registerClean(program, cli);
  registerInit(program, cli);
  registerDemo(program, cli);
}
