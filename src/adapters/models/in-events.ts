/** Some servers answer in one piece although they were asked for a stream: makes one event of it. */
export async function inEvents(response: Response): Promise<Response> {
  if (!response.ok || !isWhole(response.headers)) return response;
  const body = await response.text();
  const { status, headers } = response;
  return new Response(`data: ${eventOf(body)}\n\n`, { status, headers });
}

/** Whether an answer came in one piece. */
export const isWhole = (headers: Headers | undefined): boolean =>
  headers?.get('content-type')?.includes('application/json') === true;

function eventOf(body: string): string {
  try {
    const { choices, ...rest } = JSON.parse(body) as { choices?: Choice[] };
    return JSON.stringify({ ...rest, ...(choices && { choices: choices.map(chunkOf) }) });
  } catch (error) {
    // What cannot be read stays as it is: the reader of the stream says so.
    if (error instanceof SyntaxError || error instanceof TypeError) return body.replace(/\s/g, ' ');
    throw error;
  }
}

interface Choice {
  message?: { tool_calls?: Record<string, unknown>[] };
  finish_reason?: string;
}

function chunkOf({ message, finish_reason }: Choice) {
  const tool_calls = message?.tool_calls?.map((call, index) => ({ ...call, index }));
  return { delta: { ...message, tool_calls }, finish_reason };
}
