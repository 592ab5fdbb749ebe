import { expect, test } from 'vitest';
import { groupFolders } from '../../../../src/adapters/sandboxes/bubblewrap/cgroup-folders.ts';

const v2 = '30 24 0:27 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate';

test('under v1 each controller has its own folder', () => {
  const mounts = [
    '32 31 0:29 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory',
    '33 31 0:30 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids',
    '34 31 0:31 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw',
  ].join('\n');
  expect(groupFolders('8:pids:/\n4:memory:/a/b\n0::/x\n', mounts)).toEqual([
    ['/sys/fs/cgroup/memory/a/b', '/sys/fs/cgroup/pids'],
  ]);
});

test('under v2 our own folder comes first and its ancestors after it', () => {
  expect(groupFolders('0::/user.slice/app.slice/term.scope\n', v2)).toEqual([
    ['/sys/fs/cgroup/user.slice/app.slice/term.scope'],
    ['/sys/fs/cgroup/user.slice/app.slice'],
    ['/sys/fs/cgroup/user.slice'],
    ['/sys/fs/cgroup'],
  ]);
});

test('a path told from the root of the host is taken from the root of the mount', () => {
  const mounts = '32 31 0:29 /docker/abc /sys/fs/cgroup rw - cgroup2 cgroup rw';
  expect(groupFolders('0::/docker/abc/inner\n', mounts)[0]).toEqual(['/sys/fs/cgroup/inner']);
  expect(groupFolders('0::/elsewhere\n', mounts)).toEqual([['/sys/fs/cgroup']]);
});

test('without control groups there is nowhere to make one', () => {
  expect(groupFolders('', '')).toEqual([]);
  expect(groupFolders('0::/\n', '22 1 0:20 / /proc rw - proc proc rw')).toEqual([]);
});
