import { inDir, outDir } from '../../../ports/sandbox.ts';

export const reportFile = 'tests.ndjson';
export const cargoFile = 'cargo.ndjson';
export const binaryFile = 'rust-binary.sh';

/** How a test program ended that took too long. */
export const hungCode = 124;

/**
 * Started by cargo for each test program, with the program and its arguments: its results go to one file, between lines
 * that say which program it is and how it ended. Only it gets what makes a stable Rust write JSON: build scripts that
 * see it would turn on what the compiler does not have. Documentation tests run through here too, without arguments.
 * A program that takes longer than the limit is killed; cargo has built them all before, which does not count.
 */
export const runBinary = (test_ms?: number): string => `
case " $* " in *" --format json "*) ;; *) exec "$@" ;; esac
printf '\\036begin %s\\n' "$1" >> ${outDir}/${reportFile}
limit=${test_ms === undefined ? '' : Math.ceil(test_ms / 1000)}
started=$(date +%s)
if [ -n "$limit" ] && command -v timeout > /dev/null; then set -- timeout -s KILL "$limit" "$@"; fi
RUSTC_BOOTSTRAP=1 "$@" >> ${outDir}/${reportFile}
code=$?
if [ -n "$limit" ] && [ "$code" = 137 ] && [ $(($(date +%s) - started)) -ge "$limit" ]; then code=${hungCode}; fi
printf '\\n\\036end %s\\n' "$code" >> ${outDir}/${reportFile}
exit "$code"
`;

/** Becomes cargo, with the script above as its runner and a rustdoc that may write JSON. */
export const runCargo =
  `place=$(mktemp -d); ` +
  `host=$(rustc -vV | sed -n 's/^host: //p' | tr 'a-z.-' 'A-Z__'); ` +
  `printf '#!/bin/sh\\nRUSTC_BOOTSTRAP=1 exec "%s" "$@"\\n' "$(command -v rustdoc)" > "$place/rustdoc"; ` +
  `chmod +x "$place/rustdoc"; ` +
  `export RUSTDOC="$place/rustdoc" "CARGO_TARGET_\${host}_RUNNER=sh ${inDir}/${binaryFile}"; ` +
  `exec "$@" > ${outDir}/${cargoFile}`;
