/** A test's name without what differs from run to run: addresses, temporary folders, ports of the system's choice. */
export function stableName(name: string): string {
  return name
    .replace(/\b0x[0-9a-fA-F]{6,16}\b/g, '0x…')
    .replace(/\/([a-z]+)-of-[\w.-]+\/\1-\d+\b/g, '/$1')
    .replace(/\/tmp\/(?:tmp)?[\w.-]*(?:[a-z0-9_]{8}|[A-Za-z0-9]{6})(?=\/|\b)/g, (path) =>
      isRandom(path) ? '/tmp/…' : path,
    )
    .replace(/\b(localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):(\d{5})\b/g, (all, host, port) =>
      Number(port) >= firstChosen ? `${host}:…` : all,
    );
}

/** Where systems begin to choose ports by themselves. */
const firstChosen = 32_768;

/** `/tmp/tmpk3x_91ab` and `/tmp/tmp.hR2kQz1b4L`, not `/tmp/fixtures`. */
function isRandom(path: string): boolean {
  return (
    /^\/tmp\/tmp[a-z0-9_]{8}$/.test(path) || /^\/tmp\/tmp\.[A-Za-z0-9]{6,}$/.test(path) || /-[A-Za-z0-9]{6}$/.test(path)
  );
}
