import { inDir } from '../../../ports/outside/sandbox.ts';

export const cacheFile = 'go-build-cache.mjs';

/**
 * A build cache for Go 1.24 and later, as a module's text: it is placed in the sandbox and runs there. What the host
 * has built is read and never written, what is built here goes to a folder that is gone afterwards: the same packages
 * of Go itself would be compiled at every run otherwise, for half a minute. Speaks Go's own cache protocol, a JSON
 * value a line. Arguments: the host's cache, the folder.
 */
export const buildCache = `
import { mkdirSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [host, own] = process.argv.slice(2);
mkdirSync(own, { recursive: true });
const made = new Map();

const say = (answer) => writeSync(1, JSON.stringify(answer) + '\\n');
const hex = (base64) => Buffer.from(base64 ?? '', 'base64').toString('hex');
const at = (id, kind) => host + '/' + id.slice(0, 2) + '/' + id + '-' + kind;

function find(action) {
  const own = made.get(action);
  if (own) return own;
  try {
    const [version, , output = '', size, time] = readFileSync(at(action, 'a'), 'utf8').trim().split(/\\s+/);
    const path = at(output, 'd');
    const stat = statSync(path);
    if (version !== 'v1' || !stat.isFile() || stat.size !== Number(size)) return null;
    return {
      OutputID: Buffer.from(output, 'hex').toString('base64'),
      Size: Number(size),
      Time: new Date(Number(BigInt(time) / 1000000n)).toISOString(),
      DiskPath: path,
    };
  } catch {
    return null;
  }
}

function store({ ActionID, OutputID, ObjectID, BodySize = 0 }, body) {
  const output = OutputID ?? ObjectID;
  const path = own + '/' + hex(output) + '-d';
  writeFileSync(path, body);
  const entry = { OutputID: output, Size: BodySize, Time: new Date().toISOString(), DiskPath: path };
  made.set(hex(ActionID), entry);
  return entry;
}

say({ ID: 0, KnownCommands: ['get', 'put', 'close'] });
let waiting = null;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  if (line === '') continue;
  const value = JSON.parse(line);
  const request = waiting ?? value;
  if (!waiting && request.Command === 'put' && request.BodySize > 0) {
    waiting = request;
    continue;
  }
  const body = waiting ? Buffer.from(value, 'base64') : Buffer.alloc(0);
  waiting = null;
  if (request.Command === 'get') say({ ID: request.ID, ...(find(hex(request.ActionID)) ?? { Miss: true }) });
  else if (request.Command === 'put') say({ ID: request.ID, DiskPath: store(request, body).DiskPath });
  else {
    say({ ID: request.ID });
    if (request.Command === 'close') break;
  }
}
process.exit(0);
`;

/** What a shell does before it starts Go. PAWL_GOCACHE is the host's build cache, which this user cannot write to. */
export const useBuildCache =
  `if [ -d "$PAWL_GOCACHE" ]; then case $(go env GOVERSION) in go1.2[4-9]*|go1.[3-9][0-9]*|go[2-9]*) ` +
  `export GOCACHEPROG="node ${inDir}/${cacheFile} $PAWL_GOCACHE $(mktemp -d)";; esac; fi; `;
