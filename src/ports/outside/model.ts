import type { AssistantMessage, Message, ToolSpec } from '../../schema/agents/message.ts';
import type { FaultKind } from '../../schema/judge/fault.ts';
import type { Price, Tier } from '../../schema/settings/policy.ts';

export interface ModelRequest {
  messages: Message[];
  tools: ToolSpec[];
  max_tokens: number;
}

export interface Usage {
  input_tokens: number;
  /** Part of `input_tokens`: read from the provider's cache. */
  cached_tokens: number;
  /** Part of `input_tokens`: written to the provider's cache at a premium, where the provider says so. */
  written_tokens?: number;
  output_tokens: number;
}

export type { FaultKind };

export interface ModelFault {
  kind: FaultKind;
  message: string;
  retry_after_ms: number | null;
  /** `none`: the provider cannot have charged for it. `unknown`: it may have. */
  charged: 'none' | 'unknown';
  /** What the provider counted, where it counted although it failed. */
  usage?: Usage | null;
  /** The variable with the key that was refused. */
  key?: string;
}

export type ModelReply =
  /** `usage` null: the provider did not count, or not in a way that can be believed. */
  | {
      ok: true;
      message: AssistantMessage;
      usage: Usage | null;
      stop: 'end' | 'tool_calls' | 'length' | 'other';
      /** False: it came in one piece although a stream was asked for. */
      streamed?: false;
    }
  | { ok: false; fault: ModelFault };

export interface Model {
  /** `provider/model`. */
  readonly id: string;
  /** The bytes that a request would put on the wire, as the bound on its input tokens. */
  requestBytes(request: ModelRequest): number;
  /** One call, no retries. Never throws: what goes wrong is a fault. A truncated tool call is a fault, never a call. */
  call(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
  /** Models to use instead if this one cannot answer, in this order, each with its own price. */
  readonly fallback?: readonly { model: Model; price: Price | null }[];
}

/** Turns a text into a vector. */
export interface Embedder {
  readonly id: string;
  /** One call, no retries. Never throws. `tokens`: null when the provider did not say. */
  embed(
    text: string,
    signal: AbortSignal,
  ): Promise<{ ok: true; vector: number[]; tokens: number | null } | { ok: false; fault: ModelFault }>;
}

export interface Models {
  /** The model of a tier. Throws `ConfigError` for a tier without one. */
  open(tier: Tier): Promise<Model>;
  /** The embedding model `provider/model`. Throws `ConfigError` where its provider has none. */
  embedder(model: string): Promise<Embedder>;
}

/** How a provider named in the trusted configuration is reached. */
export interface ProviderAccess {
  api: 'openai' | 'anthropic' | 'google' | 'deepseek';
  /** Null: the provider's own address. */
  base_url: string | null;
  api_key: string | null;
  /** The variable that the key is from, for messages. */
  key_name?: string;
}
