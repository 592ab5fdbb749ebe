export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/**
 * What a shell is given to complete `pawl`: it asks `pawl completion SHELL -- WORDS`, which prints a value, a tab and
 * what it means in each line, or `:files` or `:folders` where the shell knows best.
 */
export const scripts: Record<Shell, string> = {
  bash: `# Completion of pawl for bash. Load it with: source <(pawl completion bash)
_pawl() {
  local line current="\${COMP_WORDS[COMP_CWORD]}"
  [ "$current" = = ] && current=
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :files) compopt -o filenames 2>/dev/null; while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current") ;;
      :folders) compopt -o filenames 2>/dev/null; while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$current") ;;
      ?*) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <(pawl completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _pawl pawl
`,
  zsh: `#compdef pawl
# Completion of pawl for zsh. Load it with: source <(pawl completion zsh)
_pawl() {
  local line
  local -a values
  for line in "\${(@f)$(pawl completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case "$line" in
      :files) _files; return ;;
      :folders) _files -/; return ;;
      ?*) values+=("\${\${line//:/\\\\:}/$'\\t'/:}") ;;
    esac
  done
  (( $#values )) && _describe -t pawl pawl values
}
if [ "\${funcstack[1]}" = _pawl ]; then _pawl "$@"; else compdef _pawl pawl; fi
`,
  fish: `# Completion of pawl for fish. Load it with: pawl completion fish | source
function __pawl_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in (pawl completion fish -- $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path "$current"
            case :folders
                __fish_complete_directories "$current"
            case '?*'
                echo $line
        end
    end
end
complete -c pawl -f -a '(__pawl_complete)'
`,
};
