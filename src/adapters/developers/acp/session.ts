import { methods, PROTOCOL_VERSION, RequestError } from '@agentclientprotocol/sdk';
import { detectStepLoop } from '../../../core/task/loop-detector.ts';
import type { Dialogue } from '../../../ports/outside/sandbox.ts';
import type { Sight } from '../../../ports/outside/sight.ts';
import type { Reported } from '../external/bill.ts';
import { type AgentStep, keyOf } from '../external/step.ts';
import { cleaner, readUpdates } from './updates.ts';
import { faultCodes, openWire, type Params, record, type Wire } from './wire.ts';

/** How a session came to its end: the agent's own word, or what put an end to it. */
export type Ending =
  | { by: 'agent'; stop_reason: string }
  | { by: 'limit' | 'loop' | 'idle' | 'nonsense' | 'exit' | 'halt' }
  | { by: 'fault'; message: string };

export interface SessionOptions {
  prompt: string;
  /** The folder to work in, as the agent sees it. */
  cwd: string;
  files: { read(params: Params): Promise<unknown>; write(params: Params): Promise<unknown> };
  max_steps: number;
  /** How long it may say nothing before it works, and while it does. */
  patience: { start_ms: number; work_ms: number };
  sight: Sight;
}

export interface Session {
  talk: Dialogue;
  /** The next step of the agent; null after the last one. */
  next(): Promise<AgentStep | null>;
  /** The process has ended. */
  exited(): void;
  /** Nothing more is wanted: there are no more steps. */
  halt(): void;
  /** Asks the agent to stop, where it has not by itself. */
  cancel(): void;
  /** What it came to, once `next` has said null. */
  outcome(): { ending: Ending; message: string; cost: Reported; began: boolean };
}

const megabyte = 1024 * 1024;
const mostNonsense = 100;
/** Elsewhere the agent could put a link in the way of what it asks for, and there we could not tell. */
const shares = process.platform === 'linux';

/** One prompt to an agent that speaks the Agent Client Protocol. Whatever the agent does comes to an ending. */
export function openSession({ prompt, cwd, files, max_steps, patience, sight }: SessionOptions): Session {
  const updates = readUpdates(sight);
  const steps: AgentStep[] = [];
  const keys: string[] = [];
  let ending: Ending | null = null;
  let wire: Wire | null = null;
  let session: string | null = null;
  let nonsense = 0;
  let timer: NodeJS.Timeout | undefined;
  let wake: () => void = () => undefined;

  const end = (how: Ending): void => {
    if (ending !== null) return;
    ending = how;
    clearTimeout(timer);
    steps.push(...updates.rest().slice(0, max_steps - keys.length));
    wake();
  };
  const listen = (): void => {
    clearTimeout(timer);
    if (ending === null)
      timer = setTimeout(() => end({ by: 'idle' }), session === null ? patience.start_ms : patience.work_ms);
  };
  const step = (agentStep: AgentStep): void => {
    if (ending !== null) return;
    steps.push(agentStep);
    keys.push(keyOf(agentStep, keys.length + 1));
    if (detectStepLoop(keys)?.call === 'end') end({ by: 'loop' });
    else if (keys.length >= max_steps) end({ by: 'limit' });
    wake();
  };

  const ear = {
    async onRequest(method: string, params: Params): Promise<unknown> {
      if (method === methods.client.session.requestPermission) return { outcome: allowed(params, ending !== null) };
      if (shares && method === methods.client.fs.readTextFile) return files.read(params);
      if (shares && method === methods.client.fs.writeTextFile) return files.write(params);
      throw new RequestError(faultCodes.no_method, `there is no ${method.slice(0, 80)} here`);
    },
    onNotification(method: string, params: Params): void {
      if (method === methods.client.session.update)
        for (const agentStep of updates.take(record(params.update))) step(agentStep);
    },
    nonsense(): void {
      nonsense += 1;
      if (nonsense > mostNonsense) end({ by: 'nonsense' });
    },
  };

  const converse = async (to: Wire): Promise<void> => {
    const capabilities = { fs: { readTextFile: shares, writeTextFile: shares }, terminal: false };
    const clientInfo = { name: 'pawl', title: 'Pawl', version: '1' };
    const hello = { protocolVersion: PROTOCOL_VERSION, clientCapabilities: capabilities, clientInfo };
    const { protocolVersion } = await to.request(methods.agent.initialize, hello);
    if (protocolVersion !== PROTOCOL_VERSION)
      return end({
        by: 'fault',
        message: `it speaks version ${String(protocolVersion)} of the protocol, not ${PROTOCOL_VERSION}`,
      });
    const { sessionId } = await to.request(methods.agent.session.new, { cwd, mcpServers: [] });
    if (typeof sessionId !== 'string') return end({ by: 'fault', message: 'it opened no session' });
    session = sessionId;
    listen();
    const request = { sessionId, prompt: [{ type: 'text', text: prompt }] };
    const { stopReason } = await to.request(methods.agent.session.prompt, request);
    end({ by: 'agent', stop_reason: cleaner(sight)(String(stopReason)) });
  };

  return {
    talk: {
      line_limit: 8 * megabyte,
      begin(say) {
        const opened = openWire(say, ear);
        wire = opened;
        listen();
        converse(opened).catch(({ message }: Error) => end({ by: 'fault', message: cleaner(sight)(message) }));
      },
      hear(line) {
        if (ending !== null) return;
        listen();
        wire?.hear(line);
      },
    },
    async next() {
      while (steps.length === 0 && ending === null) await new Promise<void>((resolve) => (wake = resolve));
      return steps.shift() ?? null;
    },
    exited() {
      end({ by: 'exit' });
      wire?.close('the agent has ended');
    },
    halt: () => end({ by: 'halt' }),
    cancel() {
      if (session !== null && ending?.by !== 'agent')
        wire?.notify(methods.agent.session.cancel, { sessionId: session });
    },
    outcome: () => ({
      ending: ending ?? { by: 'exit' },
      message: updates.lastMessage(),
      cost: updates.cost(),
      began: session !== null,
    }),
  };
}

/** The sandbox holds what the agent does: whatever it asks for is allowed, this once where that can be said. */
function allowed({ options }: Params, over: boolean): Params {
  const offered = Array.isArray(options) ? options.map(record) : [];
  const chosen =
    offered.find(({ kind }) => kind === 'allow_once') ?? offered.find(({ kind }) => kind === 'allow_always');
  return over || !chosen ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: chosen.optionId };
}
