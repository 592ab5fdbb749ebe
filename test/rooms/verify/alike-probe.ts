/** A program that writes down whatever it can see of its surroundings, as a module of the project under test. */
export const probe = `
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const text = (file) => { try { return fs.readFileSync(file, 'utf8'); } catch (error) { return String(error.code); } };
const list = (folder) => { try { return fs.readdirSync(folder).sort(); } catch (error) { return String(error.code); } };
const rights = (file) => { try { const { mode, uid, gid } = fs.statSync(file); return [mode, uid, gid]; } catch (error) { return String(error.code); } };

exports.look = () => {
  const pids = list('/proc').filter((name) => /^[0-9]+$/.test(name));
  const top = list('/');
  const odd = top.filter((name) => /^[a-z]{12}$/.test(name)).map((name) => '/' + name);
  return {
    host: os.hostname(),
    user: [os.userInfo(), process.getgid(), process.getgroups()],
    env: Object.entries(process.env).filter(([name]) => !/^NODE_TEST|^_$|^npm_|^INIT_CWD$/.test(name)).sort(),
    environ_of_first: text('/proc/1/environ'),
    mounts: text('/proc/self/mountinfo').trim().split('\\n'),
    groups: text('/proc/self/cgroup'),
    limits: text('/proc/self/limits'),
    status: text('/proc/self/status').split('\\n').filter((line) => /^(Uid|Gid|Groups|Cap|NoNew|Seccomp|Umask)/.test(line)),
    oom: text('/proc/self/oom_score_adj'),
    top,
    tmp: list('/tmp').filter((name) => !/^node-/.test(name)),
    home: list('/tmp/home'),
    shm: list('/dev/shm'),
    devices: list('/dev'),
    etc: ['hosts', 'passwd', 'group', 'hostname', 'resolv.conf'].map((name) => text('/etc/' + name)),
    cwd: process.cwd(),
    files: list('.'),
    rights: ['.', '..', '/', '/tmp', ...odd, ...odd.flatMap((at) => list(at).map((name) => path.join(at, name)))].map(rights),
    exchange: odd.map((at) => list(at)),
    network: Object.keys(os.networkInterfaces()),
    input: [fs.fstatSync(0).isFIFO(), fs.fstatSync(0).isCharacterDevice(), Boolean(process.stdin.isTTY)],
    programs: pids.map((pid) => text('/proc/' + pid + '/cmdline').split('\\0').slice(0, 1).join()),
    words_of_first: text('/proc/1/cmdline').split('\\0'),
    words: pids.map((pid) => text('/proc/' + pid + '/cmdline').split('\\0')),
  };
};
`;

/** The same without what is random in every sandbox, and without numbers that the kernel counts up. */
export function plain(seen: unknown): Record<string, unknown> {
  const text = JSON.stringify(seen)
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
    .replace(/(?<![\w-])[a-z]{12}(?=[/".\\: ])/g, 'RANDOM')
    .replace(/pawl-sandbox-\d+-\d+-\w{6}/g, 'EXCHANGE')
    .replace(/"\d+ \d+ \d+:\d+ /g, '"MOUNT ');
  const found = JSON.parse(text);
  return { ...found, top: found.top.sort(), rights: found.rights.sort() };
}
