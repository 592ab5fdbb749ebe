import { StateDamaged } from '../../ports/errors.ts';
import { executionSchema, type StoredExecution } from '../../schema/run/execution.ts';
import { jsonIn } from './file.ts';

export interface ExecutionRow {
  id: number;
  led: number;
  record: string;
}

export function executionFrom(path: string, { id, led, record }: ExecutionRow): StoredExecution {
  const execution = executionSchema.safeParse(jsonIn(record));
  if (execution.success) return { ...execution.data, id, led_to_pass: led === 1 };
  throw new StateDamaged(`${path} is damaged: execution ${id} cannot be read`);
}
