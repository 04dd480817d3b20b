/// The completions for bash, by `complete -F`, without the package bash-completion.
enum BashCompletions {
    static var text: String {
        """
        \(CompletionShell.bash.origin)

        _switchyard() {
            COMPREPLY=()
            local IFS=$' \\t\\n'
            local -a words=() found=()
            local line=${COMP_LINE:0:COMP_POINT} rest word

            # The words up to the cursor. Bash has cut them at = and : too, which options, destinations and links hold.
            for word in "${COMP_WORDS[@]}"; do
                rest=${line#"${line%%[![:space:]]*}"}
                [[ $rest == "$word"* ]] || word=$rest
                if [[ ${#words[@]} -eq 0 || $rest != "$line" ]]; then
                    words+=("$word")
                else
                    words[-1]+=$word
                fi
                line=${rest#"$word"}
            done

            # As the program would get them, and the one at the cursor apart.
            local quote=
            [[ ${words[-1]} == [\\"\\']* ]] && quote=${words[-1]:0:1}
            local index
            for index in "${!words[@]}"; do
                words[index]=${words[index]//[\\\\\\"\\']/}
            done
            local current=${words[-1]}
            unset 'words[-1]'

            # What the command takes: its options, what is given behind them, those that may be given again; its
            # operands and how many. A word with an @ stands for something to look for.
            local -a options=()
            local -A values=() again=()
            local operand= limit=0
            case ${words[1]-} in
        \(Command.all.map(cases).joined())\
            esac

            # Where on the line the cursor is: behind an option that takes a value, or behind so many operands.
            local option= isOperand= used=' ' count=0
            for word in "${words[@]:2}"; do
                if [[ $option ]]; then
                    option=
                elif [[ $isOperand || $word != -?* ]]; then
                    count=$((count + 1))
                elif [[ $word == -- ]]; then
                    isOperand=yes
                else
                    used+="${word%%=*} "
                    [[ $word != *=* && ${values[$word]-} ]] && option=$word
                fi
            done

            local kind= lead=
            if [[ ${#words[@]} -lt 2 ]]; then
                kind='\(Command.all.map(\.name).joined(separator: " "))'
                [[ $current == -* ]] && kind='--help --version'
            elif [[ $option ]]; then
                kind=${values[$option]}
            elif [[ ! $isOperand && $current == --*=* ]]; then
                lead=${current%%=*}
                kind=${values[$lead]-}
                lead+==
                current=${current#*=}
            elif [[ ! $isOperand && $current == -* ]]; then
                for word in "${options[@]}"; do
                    [[ $used != *" $word "* || ${again[$word]-} ]] && kind+=" $word"
                done
            elif [[ $count -lt $limit ]]; then
                kind=$operand
            fi

            local isFile=
            case $kind in
                @nothing) ;;
                @files) mapfile -t found < <(compgen -f -- "$current"); isFile=yes ;;
                @directories) mapfile -t found < <(compgen -d -- "$current"); isFile=yes ;;
                @ask*)
                    # In the program's own words, or none. What a word is stands behind a tab.
                    mapfile -t found < <(
                        "${words[0]/#\\~\\//$HOME/}" candidates -- "${words[@]:1}" "$current" 2>/dev/null </dev/null
                    )
                    found=("${found[@]%%$'\\t'*}")
                    if [[ ${#found[@]} -eq 0 && $kind == @ask-or-files ]]; then
                        mapfile -t found < <(compgen -f -- "$current")
                        isFile=yes
                    fi
                    ;;
                *)
                    for word in $kind; do
                        [[ $word == "$current"* ]] && found+=("$word")
                    done
                    ;;
            esac
            [[ ${#found[@]} -gt 0 ]] || return 0

            # Readline replaces what is behind the last = or : that it cuts words at, and nothing is cut in quotes.
            local written=$lead$current breaks=${COMP_WORDBREAKS//[!=:]/} cut=
            [[ ! $quote && $breaks ]] && cut=${written%"${written##*["$breaks"]}"}
            for word in "${found[@]}"; do
                word=$lead$word
                word=${word#"$cut"}
                # Bash adds a word as it is behind an open quote: leave out one that would end the quote or be expanded.
                [[ ! $isFile && $quote == \\' && $word == *\\'* ]] && continue
                [[ ! $isFile && $quote == '"' && $word == *[\\"\\\\\\$\\`!]* ]] && continue
                [[ $quote || $isFile ]] || printf -v word %q "$word"
                COMPREPLY+=("$word")
            done
            if [[ $isFile ]]; then
                compopt -o filenames
            elif [[ ${#found[@]} -eq 1 && ${found[0]} == *[=:/] ]]; then
                compopt -o nospace
            fi
        }

        complete -F _switchyard switchyard

        """
    }

    private static func cases(_ command: Command) -> String {
        var lines = ["options=(\(command.allOptions.map(\.name).joined(separator: " ")))"]
        let values = command.allOptions.flatMap { option -> [String] in
            guard let value = option.value else { return [] }
            return option.names.map { "[\($0)]=\(kind(value).inSingleQuotes)" }
        }
        if !values.isEmpty { lines.append("values=(\(values.joined(separator: " ")))") }
        let again = command.allOptions.filter(\.isRepeatable).map { "[\($0.name)]=yes" }
        if !again.isEmpty { lines.append("again=(\(again.joined(separator: " ")))") }
        if let parameter = command.operands.parameter {
            lines.append("operand=\(kind(parameter).inSingleQuotes) limit=\(command.operands.limit ?? 10_000)")
        }
        return "        \(command.name))\n" + lines.map { "            \($0)\n" }.joined() + "            ;;\n"
    }

    private static func kind(_ parameter: Parameter) -> String {
        switch parameter.completion {
        case .nothing: "@nothing"
        case .words(let words): words.joined(separator: " ")
        case .files: "@files"
        case .directories: "@directories"
        case .asking(let orFiles): orFiles ? "@ask-or-files" : "@ask"
        }
    }
}
