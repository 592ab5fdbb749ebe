/**
 * A program as text, in the language of 2015: runs a build, or takes what the same build has made of the same files, tests
 * apart. It is started with the command, the file that it may take from, the one that it leaves, and a list of the tests.
 */
export const buildKeeper = `'use strict';
const fs = require('fs');
const crypto = require('crypto');
const zlib = require('zlib');
const most = 12000000;
const [command, given, kept, listed] = process.argv.slice(2);
const tests = new Set(JSON.parse(fs.readFileSync(listed, 'utf8')));

function found(folder, all) {
  fs.readdirSync(folder).forEach((name) => {
    if (name === '.git' || name === 'node_modules') return;
    const path = folder === '.' ? name : folder + '/' + name;
    const stat = fs.lstatSync(path);
    all.set(path, stat);
    if (stat.isDirectory()) found(path, all);
  });
  return all;
}

const textOf = (path) => {
  try {
    return fs.readFileSync(path);
  } catch (error) {
    return Buffer.alloc(0);
  }
};
const digest = (content) => crypto.createHash('sha256').update(content).digest('hex');

function keyOf(files) {
  const installed = ['.package-lock.json', '.yarn-state.yml', '.modules.yaml'].map((name) => digest(textOf('node_modules/' + name)));
  const key = crypto.createHash('sha256').update(JSON.stringify([process.version, process.platform, process.arch, command, installed]));
  Array.from(files.keys()).sort().forEach((path) => {
    const stat = files.get(path);
    if (stat.isDirectory() || tests.has(path) || /\\.(?:md|rst)$/.test(path)) return;
    key.update(JSON.stringify([path, stat.isSymbolicLink() ? fs.readlinkSync(path) : digest(fs.readFileSync(path))]));
  });
  return key.digest('hex');
}

function taken(key) {
  let pack;
  try {
    const text = fs.readFileSync(given, 'utf8');
    const end = text.indexOf('\\n');
    if (text.slice(0, end) !== key) return false;
    pack = JSON.parse(zlib.gunzipSync(Buffer.from(text.slice(end + 1), 'base64')).toString());
  } catch (error) {
    return false;
  }
  pack.gone.forEach((path) => fs.existsSync(path) && !fs.statSync(path).isDirectory() && fs.unlinkSync(path));
  pack.folders.forEach((path) => fs.existsSync(path) || fs.mkdirSync(path));
  pack.links.forEach((one) => fs.existsSync(one[0]) || fs.symlinkSync(one[1], one[0]));
  pack.files.forEach((one) => {
    fs.writeFileSync(one[0], Buffer.from(one[2], 'base64'));
    fs.chmodSync(one[0], one[1]);
  });
  return true;
}

/** What a build does among the packages cannot be kept. */
function packages() {
  const at = (path) => {
    try {
      return path + ' ' + fs.lstatSync(path).mtime.getTime();
    } catch (error) {
      return path;
    }
  };
  const inside = (path) => {
    if (!fs.existsSync(path) || !fs.statSync(path).isDirectory()) return [];
    return fs.readdirSync(path).filter((name) => name !== '.cache').map((name) => path + '/' + name);
  };
  const own = inside('node_modules');
  const scoped = own.filter((path) => path.indexOf('/@') > 0 || path.indexOf('/.') > 0);
  return [].concat(own, ...scoped.map(inside)).map(at).join('\\n');
}

const before = found('.', new Map());
const key = keyOf(before);
if (!taken(key)) {
  const installed = packages();
  const built = require('child_process').spawnSync('sh', ['-c', command], { stdio: 'inherit' });
  if (built.status !== 0) process.exit(built.status === null ? 1 : built.status);
  const after = found('.', new Map());
  const made = Array.from(after.keys()).filter((path) => {
    const [old, now] = [before.get(path), after.get(path)];
    return !old || old.size !== now.size || old.mtime.getTime() !== now.mtime.getTime();
  });
  const of = (kind) => made.filter((path) => after.get(path)[kind]());
  const pack = {
    gone: Array.from(before.keys()).filter((path) => !after.has(path)),
    folders: of('isDirectory').sort(),
    links: of('isSymbolicLink').map((path) => [path, fs.readlinkSync(path)]),
    files: of('isFile').map((path) => [path, after.get(path).mode, fs.readFileSync(path).toString('base64')]),
  };
  const size = pack.files.reduce((sum, one) => sum + one[2].length, 0);
  if (installed === packages() && size < 8 * most) {
    const packed = zlib.gzipSync(JSON.stringify(pack), { level: 1 });
    if (packed.length < most) fs.writeFileSync(kept, key + '\\n' + packed.toString('base64'));
  }
}
`;
