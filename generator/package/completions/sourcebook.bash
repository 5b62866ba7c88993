# Completions of sourcebook for bash 4 or later. The program lists what can follow.
_sourcebook() {
  local offered cur=${COMP_WORDS[COMP_CWORD]}
  if [[ $cur == = ]]; then cur=''; fi # bash splits --root=DIR into three words
  mapfile -t offered < <("$1" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1)
  case ${offered[0]} in
    :files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    :folders) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
    *) COMPREPLY=("${offered[@]}") ;;
  esac
}
complete -F _sourcebook sourcebook
