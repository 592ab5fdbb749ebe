import type {
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
  SharedV3ProviderMetadata,
} from '@ai-sdk/provider';
import type { Exchange } from './exchange.ts';

/** What came over the wire, not yet judged. */
export interface Answer {
  text: string;
  /** Arguments as they were sent; `ended` is false while the wire has not closed the call. */
  calls: { id: string; name: string; input: string; ended: boolean; signature?: string }[];
  /** The model's own words about why it will not answer, on the wire that has a field for it. */
  refusal: string;
  /** Whether anything could be read as an event of the wire. */
  events: boolean;
  /** Null where the stream stopped without saying why. */
  finish: LanguageModelV3FinishReason | null;
  usage: LanguageModelV3Usage | null;
  /** Whether the provider counted once the last words were said, not only before. */
  counted: boolean;
  /** The first error that the stream itself reported. */
  error: unknown;
}

/** Reads a stream to its end. Rejects where the network failed or the exchange was cut. */
export async function readAnswer(
  stream: ReadableStream<LanguageModelV3StreamPart>,
  exchange: Exchange,
): Promise<Answer> {
  const answer: Answer = {
    text: '',
    calls: [],
    refusal: '',
    events: false,
    finish: null,
    usage: null,
    counted: false,
    error: null,
  };
  let counts = false;
  for await (const part of stream) {
    if (part.type === 'raw') counts = holdsUsage(part.rawValue);
    answer.counted ||= counts;
    take(answer, part, (words) => {
      const bytes = Buffer.byteLength(words);
      if (bytes > 0 && !counts) answer.counted = false;
      exchange.count(bytes);
    });
    exchange.signal.throwIfAborted();
  }
  return answer;
}

function take(answer: Answer, part: LanguageModelV3StreamPart, count: (words: string) => void): void {
  switch (part.type) {
    case 'raw':
      answer.events ||= typeof part.rawValue === 'object' && part.rawValue !== null;
      answer.refusal += refusalIn(part.rawValue);
      break;
    case 'text-delta':
      count(part.delta);
      answer.text += part.delta;
      break;
    case 'reasoning-delta':
      count(part.delta);
      break;
    case 'tool-input-start':
      answer.calls.push({ id: part.id, name: part.toolName, input: '', ended: false, ...signatureIn(part) });
      break;
    case 'tool-input-delta': {
      count(part.delta);
      const call = answer.calls.find(({ id }) => id === part.id);
      if (call) call.input += part.delta;
      break;
    }
    case 'tool-input-end': {
      const call = answer.calls.find(({ id }) => id === part.id);
      if (call) call.ended = true;
      break;
    }
    case 'finish':
      answer.finish = isKnown(part.finishReason) ? part.finishReason : null;
      answer.usage = part.usage;
      break;
    case 'error':
      if (!isMissingFinish(part.error)) answer.error ??= part.error ?? new Error('an error without a name');
      break;
  }
}

/** A library fills in a reason of its own where the provider gave none. */
function isKnown({ unified, raw }: LanguageModelV3FinishReason): boolean {
  return raw !== undefined && (unified !== 'error' || raw === malformedCall);
}

/** How one provider says that its model called a tool in a way that cannot be read. */
export const malformedCall = 'MALFORMED_FUNCTION_CALL';

function signatureIn({ providerMetadata }: { providerMetadata?: SharedV3ProviderMetadata | undefined }) {
  const signature = providerMetadata?.google?.thoughtSignature;
  return typeof signature === 'string' ? { signature } : {};
}

/** The words of an event come after the event itself. */
function holdsUsage(event: unknown): boolean {
  const { usage, usageMetadata } = (event ?? {}) as { usage?: unknown; usageMetadata?: unknown };
  return Boolean(usage ?? usageMetadata);
}

function refusalIn(event: unknown): string {
  const delta = (event as { choices?: { delta?: { refusal?: unknown } }[] } | null)?.choices?.[0]?.delta;
  return typeof delta?.refusal === 'string' ? delta.refusal : '';
}

/** One library reports a stream that just stops as an error about no data. */
function isMissingFinish(error: unknown): boolean {
  return error instanceof Error && error.name === 'AI_InvalidResponseDataError' && !(error as { data?: unknown }).data;
}
