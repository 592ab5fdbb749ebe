import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { registerAgents } from './agents.ts';
import { registerAnswer } from './answer.ts';
import { registerBacktest } from './backtest.ts';
import { registerCancel } from './cancel.ts';
import { registerClean } from './clean.ts';
import { registerConfig } from './config.ts';
import { registerDemo } from './demo.ts';
import { registerDiff } from './diff.ts';
import { registerDoctor } from './doctor.ts';
import { registerGraph } from './graph.ts';
import { registerInit } from './init.ts';
import { registerLog } from './log.ts';
import { registerMetrics } from './metrics.ts';
import { registerPlan } from './plan.ts';
import { registerReport } from './report.ts';
import { registerResume } from './resume.ts';
import { registerRun } from './run.ts';
import { registerStatus } from './status.ts';
import { registerUndo } from './undo.ts';
import { registerVerify } from './verify.ts';

/** In the order in which help lists them. */
export function registerCommands(program: Command, cli: Cli): void {
  registerRun(program, cli);
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
