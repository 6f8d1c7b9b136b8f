import type { Command } from "./command.ts"

/** The words offered after some words: the program's or a group's commands, or a command's options. */
type Choice = { readonly after: readonly string[]; readonly words: readonly string[] }

/** The first words of two-word commands. */
const listGroups = (commands: readonly Command[]): string[] => [
  ...new Set(
    commands.map(({ name }) => name.split(" ")).flatMap(([word = "", next]) => (next ? [word] : [])),
  ),
]

function listChoices(commands: readonly Command[]): Choice[] {
  const paths = commands.map(({ name }) => name.split(" "))
  const first = [...new Set(paths.map(([word = ""]) => word))]
  return [
    ...commands.map(({ name, options }) => ({
      after: name.split(" "),
      words: [...Object.keys(options), "help"].map((option) => `--${option}`),
    })),
    ...listGroups(commands).map((group) => ({
      after: [group],
      words: paths.filter(([word]) => word === group).map(([, word = ""]) => word),
    })),
    { after: [], words: [...first, "help", "--help", "--version"] },
  ]
}

// Two-word commands are matched before one-word commands, and the program's own words last.
const byLength = (choices: readonly Choice[]): Choice[] =>
  [...choices].sort((left, right) => right.after.length - left.after.length)

const pattern = ({ after }: Choice): string => (after.length === 0 ? "*" : `"${after.join(" ")} "*`)

/** The words between the program's name and the cursor decide which words are offered. */
function bash(commands: readonly Command[]): string {
  const cases = byLength(listChoices(commands)).map(
    (choice) => `    ${pattern(choice)}) words="${choice.words.join(" ")}" ;;`,
  )
  return `_mortise() {
  local words typed="\${COMP_WORDS[*]:1:COMP_CWORD-1} "
  case "$typed" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  if [[ \${#COMPREPLY[@]} -eq 0 ]]; then COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")); fi
}
complete -F _mortise mortise`
}

function zsh(commands: readonly Command[]): string {
  const cases = byLength(listChoices(commands)).map(
    (choice) => `    ${pattern(choice)}) offered=(${choice.words.join(" ")}) ;;`,
  )
  return `#compdef mortise
_mortise() {
  local -a offered
  local typed="\${(j: :)words[2,CURRENT-1]} "
  case "$typed" in
${cases.join("\n")}
  esac
  compadd -- $offered || _files
}
compdef _mortise mortise`
}

function fish(commands: readonly Command[]): string {
  const quoteText = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`
  const offer = (condition: string, rest: string) => `complete -c mortise -n ${quoteText(condition)} ${rest}`
  const lines = listChoices(commands).flatMap(({ after, words }) =>
    after.length > 0 && words.some((word) => word.startsWith("--"))
      ? []
      : [
          offer(
            after.length === 0 ? "__fish_use_subcommand" : `__fish_seen_subcommand_from ${after.join(" ")}`,
            `-f -a ${quoteText(words.filter((word) => !word.startsWith("--")).join(" "))}`,
          ),
        ],
  )
  const groups = listGroups(commands).join(" ")
  for (const { name, options } of commands) {
    const path = name.split(" ")
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`)
    // "export" is a command, and also the second word of "users export".
    const condition = path.length > 1 ? seen : [...seen, `not __fish_seen_subcommand_from ${groups}`]
    for (const [option, { value, about }] of Object.entries(options))
      lines.push(
        offer(
          condition.join("; and "),
          `-l ${option}${value === undefined ? "" : " -r"} -d ${quoteText(about)}`,
        ),
      )
  }
  return lines.join("\n")
}

/** Each shell's completion script. */
export const completionScripts: Readonly<Record<string, (commands: readonly Command[]) => string>> = {
  bash,
  zsh,
  fish,
}
