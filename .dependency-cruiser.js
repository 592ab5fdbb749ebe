// Who may import whom. Every comment says how to fix a breach; scripts/check-imports.js prints it.

/** The rooms of the house: what a folder of src may import from src, besides itself. */
const folders = [
  ['schema', [], 'Shapes stand alone. Move what they need into src/schema, or the code that needs more out of it.'],
  [
    'core',
    ['schema'],
    'The core decides from what it is given. Let the caller fetch it and pass it in as an argument.',
  ],
  ['code', ['schema'], 'Understanding source text needs text only. Let the caller pass in what else it takes.'],
  ['ports', ['schema'], 'A port is a shape of what we need from the world. Put shared shapes into src/schema.'],
  ['agents', ['ports', 'core', 'schema'], 'Take what the agent needs as an argument, by its port.'],
  ['languages', ['ports', 'code', 'schema'], 'Take what the language needs as an argument, by its port.'],
  ['repair', ['languages', 'code', 'ports', 'schema'], 'Take what repair needs as an argument, by its port.'],
  [
    'rooms',
    ['agents', 'languages', 'code', 'ports', 'core', 'schema'],
    'A room turns state into events. Take what it needs as an argument, by its port.',
  ],
  [
    'engine',
    ['rooms', 'ports', 'core', 'schema'],
    'The engine orders and records. Put policy into src/core, work into a room.',
  ],
  ['config', ['agents', 'ports', 'schema'], 'Config reads settings. Let src/app.ts combine them with the rest.'],
];

/** npm packages and the only places that may import them; any other package belongs to an adapter. */
const libraries = [
  ['zod', 'zod', ['schema', 'config'], 'Put the shape into src/schema and import it from there.'],
  ['yaml', 'yaml|lilconfig', ['config', 'agents', 'faces'], 'Read YAML in one of these and pass on what it says.'],
  [
    'terminal',
    'commander|@clack/[^/]+|picocolors',
    ['faces'],
    'Only faces talk to people. Return data and let a face show it.',
  ],
  [
    'parser',
    'oxc-parser|oxc-resolver|@ast-grep/[^/]+|@astral-sh/[^/]+|fast-xml-parser|ignore|picomatch|smol-toml',
    ['code', 'languages'],
    'Parse in src/code or src/languages and import the function from there.',
  ],
  ['pattern', 're2js', ['agents'], 'Patterns of models and agent files are read by src/agents/output/pattern.ts.'],
];

/** Packages that users install themselves, each with the only folder that may import it. */
const optional = [['e2b', 'adapters/sandboxes/e2b']];

const npm = (names) => `(^|/)node_modules/(${names})/`;
const src = (names) => `^src/(${names.join('|')})(/|\\.ts$)`;
const pureBuiltins = '^(node:)?(module|crypto|path|path/posix|url|util|buffer|string_decoder|events)$';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...folders.map(([folder, allowed, fix]) =>
      rule(
        `${folder}-imports`,
        `src/${folder} may import ${allowed.length > 0 ? allowed.join(', ') : 'nothing else of src'}. ${fix}`,
        { path: src([folder]) },
        { path: '^src/', pathNot: src([folder, ...allowed]) },
      ),
    ),
    rule(
      'room-to-room',
      'Rooms never call rooms. Return an event, and let decide (src/core) start the other room; share code below both.',
      { path: '^src/rooms/([^/]+)' },
      { path: '^src/rooms/[^/]+/', pathNot: '^src/rooms/$1/' },
    ),
    rule(
      'adapter-imports',
      'An adapter may import ports, schema and code, and what lies directly in src/adapters. Take the rest as an argument.',
      { path: '^src/adapters/', pathNot: '^src/adapters/developers/' },
      { path: '^src/', pathNot: src(['adapters', 'ports', 'schema', 'code']) },
    ),
    rule(
      'developer-imports',
      'src/adapters/developers may import agents, core and repair besides what every adapter may. Take the rest as an argument.',
      { path: '^src/adapters/developers/' },
      { path: '^src/', pathNot: src(['adapters', 'ports', 'schema', 'code', 'agents', 'core', 'repair']) },
    ),
    rule(
      'adapter-to-adapter',
      'One technology behind one port. Take the other adapter as an argument, by its port, and join them in src/app.ts.',
      { path: '^src/adapters/([^/]+)' },
      { path: '^src/adapters/[^/]+/', pathNot: '^src/adapters/$1/' },
    ),
    rule(
      'only-app-imports-adapters',
      'Import the port as a type and take the adapter as an argument; src/app.ts puts them together.',
      { path: '^src/', pathNot: '^src/(adapters/|app\\.ts$)' },
      { path: '^src/adapters/' },
    ),
    rule(
      'face-imports',
      'A face may import app, schema and ports/errors.ts. Add a method to App for whatever else it needs.',
      { path: '^src/faces/' },
      { path: '^src/', pathNot: ['^src/(faces|schema|ports)/', '^src/app\\.ts$'] },
    ),
    rule(
      'face-to-port',
      'Of the ports a face may import types, and values from ports/errors.ts only. Add a method to App for the rest.',
      { path: '^src/faces/' },
      { path: '^src/ports/', pathNot: '^src/ports/errors\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'page-imports',
      'What runs in the browser may import its own folder, ui/wire.ts, schema, faces/words.ts, faces/metric-words.ts and faces/report/text.ts. Let the server send the rest.',
      { path: '^src/faces/ui/client/' },
      {
        pathNot: [
          '^src/faces/ui/(client/|wire\\.ts$)',
          '^src/schema/',
          '^src/faces/(words|metric-words|report/text)\\.ts$',
        ],
      },
    ),
    rule(
      'app-to-face',
      'The app does not know who shows it. Return data or events, and let the face show them.',
      { path: '^src/app\\.ts$' },
      { path: ['^src/faces/', '^src/index\\.ts$'] },
    ),
    rule(
      'index-imports',
      'The public API is app, as faces/create-app.ts makes it, schema and ports/errors.ts. Offer the rest through a method of App.',
      { path: '^src/index\\.ts$' },
      {
        path: '^src/',
        pathNot: ['^src/schema/', '^src/app\\.ts$', '^src/faces/create-app\\.ts$', '^src/ports/errors\\.ts$'],
      },
    ),
    rule(
      'no-unknown-folder',
      'Every folder of src has its import rules: put the file into one of them, or add rules to .dependency-cruiser.js.',
      {
        path: '^src/',
        pathNot: [src(folders.map(([folder]) => folder)), '^src/(adapters|faces)/', '^src/(app|index)\\.ts$'],
      },
      {},
    ),
    rule(
      'io-only-at-the-edge',
      "Node's I/O modules belong in adapters, config and faces. Take a port as an argument instead.",
      { path: '^src/', pathNot: '^src/(adapters|config|faces)/' },
      { dependencyTypes: ['core'], pathNot: pureBuiltins },
    ),
    ...libraries.map(([name, names, places, fix]) =>
      rule(
        `${name}-only-in-its-place`,
        `${names.replaceAll('|', ', ')} may be imported in ${places.map((place) => `src/${place}`).join(' and ')} only. ${fix}`,
        { path: '^src/', pathNot: src(places) },
        { path: npm(names) },
      ),
    ),
    rule(
      'libraries-only-in-adapters',
      'A library belongs behind a port. Move its use into an adapter, or name its place in .dependency-cruiser.js.',
      { path: '^src/', pathNot: '^src/adapters/' },
      { path: '(^|/)node_modules/', pathNot: npm(libraries.map(([, names]) => names).join('|')) },
    ),
    ...optional.map(([name, place]) =>
      rule(
        `${name}-only-in-its-place`,
        `${name} may not be installed. Import it in src/${place} alone, and say there how to install it.`,
        { path: '^src/', pathNot: `^src/${place}/` },
        { path: npm(name) },
      ),
    ),
    rule(
      'optional-only-when-used',
      'It may not be installed: import() it where it is used, or import types alone.',
      { path: '^src/' },
      { path: npm(optional.map(([name]) => name).join('|')), dynamic: false, dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'no-circular',
      'Two files that need each other are one, or there is a third below both. Move the shared part there.',
      {},
      { circular: true },
    ),
    rule(
      'src-to-test',
      'The product does not know its tests. Move what both need into src, or into the test.',
      { path: '^src/' },
      { path: '^(test|bench|scripts|examples)/' },
    ),
    rule(
      'no-unresolvable',
      'Correct the path (relative, with its .ts ending) or install the package.',
      {},
      { couldNotResolve: true },
    ),
    rule(
      'no-undeclared-package',
      'Add the package to "dependencies" in package.json: what src imports must be installed with it.',
      { path: '^src/' },
      {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'npm-peer'],
        dependencyTypesNot: ['type-only'],
        pathNot: npm(optional.map(([name]) => name).join('|')),
      },
    ),
  ],
};
