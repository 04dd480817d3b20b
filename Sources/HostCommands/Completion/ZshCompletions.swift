/// The completions for zsh, by its function `_arguments`.
enum ZshCompletions {
    static var text: String {
        """
        #compdef switchyard
        \(CompletionShell.zsh.origin)

        # Asks the program what could stand at the cursor; what a word is stands behind a tab.
        _switchyard_ask() {
            local -a whole begun
            local line name entry
            local -a asked=("${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}")
            for line in ${(f)"$(${~program} candidates -- "${asked[@]}" 2>/dev/null </dev/null)"}; do
                name=${line%%$'\\t'*}
                entry=${${name//\\\\/\\\\\\\\}//:/\\\\:}
                [[ $line == *$'\\t'* ]] && entry+=:${line#*$'\\t'}
                if [[ $name == *[=:/] ]]; then begun+=($entry); else whole+=($entry); fi
            done
            local found=1
            (( $#whole )) && _describe -t places place whole && found=0
            (( $#begun )) && _describe -t places place begun -S '' && found=0
            return found
        }

        _switchyard_ask_or_files() {
            _switchyard_ask || _files
        }

        _switchyard() {
            local context state state_descr line program=${(Q)words[1]}
            typeset -A opt_args
            local curcontext=$curcontext
            local -a commands=(
        \(Command.all.map { "        \(description($0).inSingleQuotes)\n" }.joined())\
            )

            _arguments -C -S '(- *)'{-h,--help}'[\(text(Option.help.help))]' \\
                '(- *)--version[\(text(Option.version.help))]' \\
                '1: :->command' '*:: :->rest' && return
            case $state in
                command) _describe -t commands command commands ;;
                rest)
                    curcontext=${curcontext%:*}-$words[1]:
                    case $words[1] in
        \(Command.all.map(cases).joined())\
                    esac
                    ;;
            esac
        }

        # Found in fpath it is the completion itself; read by source it is told to be.
        if [[ $funcstack[1] == _switchyard ]]; then
            _switchyard "$@"
        elif (( $+functions[compdef] )); then
            compdef _switchyard switchyard
        fi

        """
    }

    private static func description(_ command: Command) -> String { "\(command.name):\(command.summary)" }

    private static func cases(_ command: Command) -> String {
        var specifications = command.allOptions.map(specification)
        if let parameter = command.operands.parameter {
            let place = command.operands.limit.map(String.init) ?? "*"
            specifications.append("\(place):\(text(parameter.name)):\(action(parameter))".inSingleQuotes)
        }
        let lines = specifications.map { " \\\n                        \($0)" }.joined()
        return "                \(command.name))\n                    _arguments -S\(lines)\n                    ;;\n"
    }

    /// Returns an option for `_arguments`: `'(-o --output)'{-o,--output=}'[…]:FILE:_files'`
    private static func specification(_ option: Option) -> String {
        let others = option.isRepeatable ? "*" : option == .help ? "(- *)" : "(\(option.names.joined(separator: " ")))"
        // With the equals sign zsh accepts the value in the same word and in the next.
        let names = option.names.map { $0.hasPrefix("--") && option.value != nil ? "\($0)=" : $0 }
        let value = option.value.map { ":\(text($0.name)):\(action($0))" } ?? ""
        let rest = "[\(text(option.help))]\(value)"
        guard names.count > 1 else { return "\(others)\(names[0])\(rest)".inSingleQuotes }
        return "\(others.inSingleQuotes){\(names.joined(separator: ","))}\(rest.inSingleQuotes)"
    }

    /// Escapes the characters with a meaning in a specification.
    private static func text(_ text: String) -> String {
        ["\\", "[", "]", ":"].reduce(text) { $0.replacing($1, with: "\\" + $1) }
    }

    private static func action(_ parameter: Parameter) -> String {
        switch parameter.completion {
        case .nothing: " "
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .files: "_files"
        case .directories: "_files -/"
        case .asking(let orFiles): orFiles ? "_switchyard_ask_or_files" : "_switchyard_ask"
        }
    }
}
