import { inDir, outDir } from '../../../ports/outside/sandbox.ts';

export const reportFile = 'tests.ndjson';
export const cargoFile = 'cargo.ndjson';
export const binaryFile = 'rust-binary.sh';

/** How a test program ended that took too long. */
export const hungCode = 124;

/**
 * Started by cargo for each test program, with the program and its arguments: its results go to one file, between lines
 * that say which program it is and how it ended. Only it gets what makes a stable Rust write JSON: build scripts that
 * see it would turn on what the compiler does not have. Documentation tests run through here too, without arguments.
 * A program that takes longer than the limit is killed; cargo has built them all before, which does not count. One with
 * a harness of its own may refuse the arguments of Rust's: then it runs without any.
 */
export const runBinary = (test_ms?: number): string => `
case " $* " in *" --format json "*) ;; *) exec "$@" ;; esac
program=$1
limit=${test_ms === undefined ? '' : Math.ceil(test_ms / 1000)}
limited() {
  started=$(date +%s)
  if [ -n "$limit" ] && command -v timeout > /dev/null; then
    RUSTC_BOOTSTRAP=1 timeout -s KILL "$limit" "$@" >> ${outDir}/${reportFile}
  else
    RUSTC_BOOTSTRAP=1 "$@" >> ${outDir}/${reportFile}
  fi
  code=$?
  if [ -n "$limit" ] && [ "$code" = 137 ] && [ $(($(date +%s) - started)) -ge "$limit" ]; then code=${hungCode}; fi
}
size=$(cat ${outDir}/${reportFile} 2> /dev/null | wc -c)
printf '\\036begin %s\\n' "$program" >> ${outDir}/${reportFile}
limited "$@"
if [ "$code" != 0 ] && [ "$code" -lt 124 ] && ! tail -c "+$((size + 1))" ${outDir}/${reportFile} | grep -q '"type": "suite"'; then
  limited "$program"
fi
printf '\\n\\036end %s\\n' "$code" >> ${outDir}/${reportFile}
exit "$code"
`;

/** A package by its folder, as cargo's arguments have it until the script knows where the tree is. */
export const crateAt = (folder: string, name: string): string => `${placeholder}${folder.replace(/\/$/, '')}#${name}`;

const placeholder = 'crate-at:';
/** By its name alone it may be another's: what a crate is tested with often needs a published version of the crate. */
const resolved =
  `for word do shift; case $word in ${placeholder}'#'*) word="path+file://$PWD\${word#${placeholder}}";; ` +
  `${placeholder}*) word="path+file://$PWD/\${word#${placeholder}}";; esac; set -- "$@" "$word"; done; `;

/** Becomes cargo, with the script above as its runner and a rustdoc that may write JSON. */
export const runCargo =
  `${resolved}place=$(mktemp -d); ` +
  `host=$(rustc -vV | sed -n 's/^host: //p' | tr 'a-z.-' 'A-Z__'); ` +
  `printf '#!/bin/sh\\nRUSTC_BOOTSTRAP=1 exec "%s" "$@"\\n' "$(command -v rustdoc)" > "$place/rustdoc"; ` +
  `chmod +x "$place/rustdoc"; ` +
  `export RUSTDOC="$place/rustdoc" "CARGO_TARGET_\${host}_RUNNER=sh ${inDir}/${binaryFile}"; ` +
  `exec "$@" > ${outDir}/${cargoFile}`;
