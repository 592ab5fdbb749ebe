import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileReports } from '../../../src/adapters/reports/reports.ts';
import { tempDir } from '../../support/temp.ts';

describe('reports in files', () => {
  it('are written whole under their run and read back', async () => {
    const dir = join(tempDir(), 'reports');
    const reports = fileReports({ dir });
    const path = await reports.write('r1', 'report.md', '# First\n'.repeat(1000));
    expect(path).toBe(join(dir, 'r1', 'report.md'));
    await reports.write('r1', 'report.md', '# Second\n');
    expect(readFileSync(path, 'utf8')).toBe('# Second\n');
    expect(await reports.read('r1', 'report.md')).toBe('# Second\n');
    expect(readdirSync(join(dir, 'r1'))).toEqual(['report.md']);
  });

  it('read as nothing when there are none, and make nothing', async () => {
    const dir = tempDir();
    expect(await fileReports({ dir }).read('r1', 'report.md')).toBeNull();
    expect(readdirSync(dir)).toEqual([]);
  });

  it.each(['..', '.', '', 'a/b', '../x', '/etc/passwd', 'a\0b', '.hidden', 'a\nb', 'x'.repeat(200)])(
    'refuse %j as a name or a run',
    async (name) => {
      const reports = fileReports({ dir: tempDir() });
      await expect(reports.write('r1', name, '')).rejects.toMatchObject({ reason: 'path_refused' });
      await expect(reports.write(name, 'report.md', '')).rejects.toMatchObject({ reason: 'path_refused' });
      await expect(reports.read(name, 'report.md')).rejects.toMatchObject({ reason: 'path_refused' });
    },
  );
});
