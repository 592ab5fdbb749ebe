import { pieces, type Rendering } from './saying.ts';

/** An answer as server-sent events of the generateContent wire. */
export function googleFrames(answer: Rendering): string[] {
  const parts = [...pieces(answer.text ?? '').map((text) => ({ text })), ...calls(answer)];
  return [
    ...parts.map((part) => frame({ candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }] }, answer)),
    frame({ candidates: [ending(answer)], ...usage(answer) }, answer),
  ];
}

/** An error as this wire words it, in an event and as a body alike. */
export function googleError(code: number, message: string) {
  return { error: { code, message, status: statuses[code] ?? 'UNKNOWN' } };
}

/** The statuses behind the kinds of errors that the other wires name. */
export function googleCode(type: string): number {
  return { overloaded_error: 503, rate_limit_error: 429, authentication_error: 401 }[type] ?? 500;
}

const statuses: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

function calls(answer: Rendering) {
  if (answer.ends === 'truncated' || hasUnreadable(answer)) return [];
  return (answer.calls ?? []).map(({ name, input }, index) => ({
    functionCall: { id: `fc_${answer.id}_${index}`, name, ...(input !== '' && { args: argsOf(input) }) },
    ...(answer.signature !== undefined && index === 0 && { thoughtSignature: answer.signature }),
  }));
}

/** This wire carries arguments as data: what is none is dropped by the provider, which says so. */
function hasUnreadable({ calls: all = [] }: Rendering): boolean {
  return all.some(({ input }) => input !== '' && argsOf(input) === null);
}

function argsOf(input: Record<string, unknown> | string): unknown {
  if (typeof input !== 'string') return input;
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function ending(answer: Rendering) {
  const empty = { content: { role: 'model', parts: [{ text: '' }] }, index: 0 };
  if (answer.ends === 'truncated') return { ...empty, finishReason: 'MAX_TOKENS' };
  if (answer.ends === 'refused') return { index: 0, finishReason: 'SAFETY' };
  if (!hasUnreadable(answer)) return { ...empty, finishReason: 'STOP' };
  return { index: 0, finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'Malformed function call' };
}

function usage({ usage: used }: Rendering) {
  if (!used) return {};
  const { input, output, cached = 0 } = used;
  return {
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: output,
      totalTokenCount: input + output,
      ...(cached !== 0 && { cachedContentTokenCount: cached }),
    },
  };
}

function frame(data: Record<string, unknown>, { id, model }: Rendering): string {
  return `data: ${JSON.stringify({ ...data, modelVersion: model, responseId: `resp_${id}` })}\r\n\r\n`;
}
