import { createServer } from 'node:http';
import { answerTo } from './script.js';
import { wires } from './wires.js';

/**
 * The scripted model on loopback. Whoever offers it tools gets one call that writes the solution, in that agent's own
 * words, and then its leave; whoever offers none (a title, a summary) gets a few words. Every request is kept.
 */
export async function serve(solution, host = '127.0.0.1') {
  const requests = [];
  const server = createServer((request, response) => {
    answer(request, response, solution, requests).catch((error) => response.destroy(error));
  });
  server.listen(0, host);
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  return {
    url: `http://${host}:${server.address().port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** What was sent in all, and how the first request with tools divides. */
export function tally(requests) {
  const first = requests.find(({ tools }) => tools.length > 0);
  return {
    requests: requests.length,
    all: requests.reduce((sum, { bytes }) => sum + bytes, 0),
    first: first?.bytes ?? 0,
    frame: first ? sizeOf(first.instructions) + sizeOf(first.tools) : 0,
  };
}

async function answer(request, response, solution, requests) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const path = request.url.replace(/\?.*$/, '');
  const wire = Object.values(wires).find((each) => request.method === 'POST' && each.path.test(path));
  if (!wire) {
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: `no such path: ${path}`, type: 'not_found' } }));
    return;
  }
  const body = JSON.parse(bytes.toString());
  const asked = wire.read(body);
  requests.push({ path, bytes: bytes.length, body, ...asked });
  const said = answerTo(asked, solution);
  const id = `scripted_${requests.length}`;
  if (body.stream === true || path.endsWith(':streamGenerateContent')) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(wire.events(said, id).join(''));
  } else {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(wire.body(said, id)));
  }
}

const sizeOf = (value) => Buffer.byteLength(JSON.stringify(value));
