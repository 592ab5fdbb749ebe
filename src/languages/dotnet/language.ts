import type { Language } from '../language.ts';

/** .NET: found by its files alone, and run as a command where the machine has it. */
export const dotnet: Language = {
  name: 'dotnet',
  owns: (path) => /\.(?:cs|fs|vb)$/.test(path),
  runners: {
    ids: [],
    suggest: async ({ paths }, certainty) =>
      certainty === 'shown' && paths.some((path) => /\.(?:sln|slnx)$|(?:^|[./])tests?\.(?:cs|fs|vb)proj$/i.test(path))
        ? { call: null, otherwise: ['dotnet', 'test', '--nologo'] }
        : null,
    started: async () => undefined,
  },
  place: { toolchains: {}, marks: /\.(?:sln|slnx|csproj|fsproj|vbproj)$/ },
};
