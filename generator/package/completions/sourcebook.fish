# Completions of sourcebook for fish 3 or later. The program lists what can follow.
function __sourcebook_offered
    set -l words (commandline -opc) (commandline -ct)
    set -l offered ($words[1] complete $words[2..] 2>/dev/null)
    set -l option (string match -r -- '^--[^=]*=' $words[-1])
    switch "$offered[1]"
        case :files
            printf "$option%s\n" (__fish_complete_path (string replace -- "$option" '' $words[-1]))
        case :folders
            printf "$option%s\n" (__fish_complete_directories (string replace -- "$option" '' $words[-1]))
        case '*'
            printf '%s\n' $offered
    end
end
complete -c sourcebook -f -a '(__sourcebook_offered)'
