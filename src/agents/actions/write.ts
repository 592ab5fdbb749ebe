import type { Workspace } from '../../ports/outside/repo.ts';
import { marksIn } from '../../schema/code/redaction.ts';
import { type Action, text, tool } from '../action.ts';
import { guarded } from './observing.ts';
import { type Breach, inventsMarks, protectedBy } from './refusal.ts';

const string = { type: 'string' };

export function writeAction(workspace: Workspace, breach: Breach): Action {
  return {
    spec: tool('write', 'Create or replace a whole file.', { path: string, content: string }),
    run: (input) =>
      guarded(async () => {
        const [path, content] = [text(input, 'path'), text(input, 'content')];
        const there = marksIn(content).length > 0 ? await workspace.read(path) : null;
        const invented = inventsMarks(content, new TextDecoder().decode(there ?? new Uint8Array()));
        if (invented !== null) return { observation: invented, failed: 'undone' };
        const rule = await breach(path, content);
        if (rule !== null) return protectedBy(path, rule);
        await workspace.write(path, content);
        return { observation: `Wrote ${path}.`, changed: true };
      }),
  };
}
