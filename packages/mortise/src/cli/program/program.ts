import { CommanderError, Option, Command as Parser } from "commander"
import { mortise } from "../../shared/mortise-command.ts"
import { printHelp, printHelpAsError } from "../terminal/output.ts"
import type { Command, OptionValues } from "./command.ts"
import { type ExitCode, exitCodes } from "./exit-code.ts"
import { bold, helpAfterOptions } from "./help-text.ts"
import { explainUsage } from "./usage-error.ts"

/** What the program consists of. */
export type ProgramDefinition = {
  readonly about: string
  readonly version: string
  readonly commands: readonly Command[]
  /** What a group's commands have in common, by the group's name. */
  readonly groups: Readonly<Record<string, string>>
  /** The titles of the help, and the commands below each, in order. */
  readonly sections: Readonly<Record<string, readonly string[]>>
  readonly notes: string
}

const widestHelp = 100

/** Parses the arguments, runs the command that they name, and returns its exit code. */
export async function runProgram(definition: ProgramDefinition, args: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = exitCodes.ok
  const program = createProgram(definition, (ended) => {
    code = ended
  })
  try {
    await program.parseAsync([...args], { from: "user" })
    return code
  } catch (error) {
    // Help and the version are already printed. Help without a command answers a mistake.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
    throw error
  }
}

/** The help of a command. */
export function formatHelp(definition: ProgramDefinition, name: string): string {
  const program = createProgram(definition, () => {})
  const commandParser = name
    .split(" ")
    .reduce((parser, word) => parser.commands.find((command) => command.name() === word) ?? parser, program)
  let text = ""
  commandParser.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => widestHelp })
  commandParser.outputHelp()
  return text
}

type OnEnd = (code: ExitCode) => void

function createProgram(definition: ProgramDefinition, onEnd: OnEnd): Parser {
  const { about, version, commands, groups, sections, notes } = definition
  const program = new Parser("mortise")
    .description(about)
    .version(version, "-v, --version", "print the version")
    .helpOption("-h, --help", "describe the program, or the command before it")
    .commandsGroup("Other:")
    .helpCommand("help [command]", "describe a command")
    .addHelpText("after", `\n${notes}`)
    .showSuggestionAfterError(false)
    .configureHelp({
      styleTitle: bold,
      subcommandTerm: (command) => command.name(),
    })
    .configureOutput({
      writeOut: printHelp,
      writeErr: printHelpAsError,
      // The parser's messages repeat the arguments, which may hold a secret in the wrong place.
      outputError: () => {},
      getOutHelpWidth: () => Math.min(process.stdout.columns || widestHelp, widestHelp),
      getErrHelpWidth: () => widestHelp,
    })
  const names = commands.map(({ name }) => name)
  explainErrors(program, { names, group: mortise, options: ["--version", "--help"] })
  const parents = new Map<string, Parser>()
  for (const command of commands) {
    const [first = "", second] = command.name.split(" ")
    if (second === undefined) addCommand(program, first, command, onEnd)
    else addCommand(parents.get(first) ?? addGroup(first), second, command, onEnd)
  }
  for (const command of program.commands)
    for (const [title, members] of Object.entries(sections))
      if (members.includes(command.name())) command.helpGroup(`${title}:`)
  return program

  function addGroup(name: string): Parser {
    const subcommands = names
      .filter((commandName) => commandName.startsWith(`${name} `))
      .map((commandName) => commandName.slice(name.length + 1))
    const group = program
      .command(name)
      .description(groups[name] ?? "")
      .helpCommand(false)
    explainErrors(group, { names: subcommands, group: `${mortise} ${name}`, options: ["--help"] })
    parents.set(name, group)
    return group
  }
}

function addCommand(parent: Parser, name: string, command: Command, onEnd: OnEnd): void {
  const parser = parent
    .command(name)
    .description(command.about)
    .helpOption("-h, --help", "describe this command")
  for (const { name: argument, about, optional } of command.arguments ?? [])
    parser.argument(optional ? `[${argument}]` : `<${argument}>`, about)
  const options = Object.entries(command.options).map(([option, { value, about, default: initial }]) => {
    const made = new Option(value === undefined ? `--${option}` : `--${option} <${value}>`, about)
    return initial === undefined ? made : made.default(initial, initial)
  })
  for (const option of options) parser.addOption(option)
  parser.addHelpText("after", `\n${helpAfterOptions(command)}`)
  explainErrors(parser, {
    names: [],
    group: "",
    options: Object.keys(command.options).map((option) => `--${option}`),
  })
  parser.action(async () => onEnd(await command.run(readValues(options, parser), parser.args)))
}

/** The values under the definition's names: the parser calls `--no-sweep` `sweep`. */
function readValues(options: readonly Option[], parser: Parser): OptionValues {
  const attributes: Readonly<Record<string, unknown>> = parser.opts()
  const value = (option: Option): string | boolean | undefined => {
    const attribute = attributes[option.attributeName()] as string | boolean | undefined
    if (option.required) return attribute as string | undefined
    return option.negate ? attribute === false : attribute === true
  }
  return Object.fromEntries(
    options.map((option) => [option.long?.slice(2) ?? "", value(option)]),
  ) as OptionValues
}

/** Replaces the parser's errors by sentences for the user. */
function explainErrors(parser: Parser, validNames: Parameters<typeof explainUsage>[1]): void {
  parser.exitOverride((error) => {
    throw error.exitCode === 0 || error.code === "commander.help" ? error : explainUsage(error, validNames)
  })
}
