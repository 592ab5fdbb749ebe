import { z } from 'zod';

export const toolCallSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The parsed arguments, or the raw text where it was not a JSON object. */
  input: z.union([z.record(z.string(), z.unknown()), z.string()]),
  /** The provider's signature of the thought behind a call; it must be returned unchanged. */
  signature: z.string().optional(),
});

/** One entry of a conversation with a model, independent of any provider's wire. */
export const messageSchema = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), text: z.string() }),
  z.object({ role: z.literal('user'), text: z.string() }),
  z.object({ role: z.literal('assistant'), text: z.string(), calls: z.array(toolCallSchema) }),
  z.object({ role: z.literal('tool'), id: z.string(), name: z.string(), text: z.string() }),
]);

export type ToolCall = z.infer<typeof toolCallSchema>;
export type Message = z.infer<typeof messageSchema>;
export type AssistantMessage = Extract<Message, { role: 'assistant' }>;

/** A tool as a model sees it: `parameters` is a JSON Schema object. */
export interface ToolSpec {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}
