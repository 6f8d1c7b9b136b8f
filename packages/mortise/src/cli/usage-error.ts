import type { CommanderError } from "commander"
import { ExitError, exitCodes } from "./exit-code.ts"
import { commandSuggestion, suggestion } from "./suggestion.ts"

/** What could have been written in the place of the mistake. */
type Known = {
  /** The commands of the program or the group. */
  readonly names: readonly string[]
  /** How the program or the group is called. */
  readonly group: string
  readonly options: readonly string[]
}

// Any other text may be a secret in the wrong place.
const safeName = /^[a-z]+(-[a-z]+)*$/

/** Explains a mistake of the parser in a sentence that repeats an argument only if it looks like a name. */
export function usageError(error: CommanderError, known: Known): ExitError {
  return new ExitError(exitCodes.usage, problemOf(error, known))
}

function problemOf({ code, message }: CommanderError, { names, group, options }: Known): string {
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? ""
  const all = `The options are: ${options.join(", ")}.`
  switch (code) {
    case "commander.unknownCommand": {
      const typed = safeName.test(quoted) ? ` ${quoted}.${commandSuggestion(quoted, names)}` : "."
      return `Unknown command${typed} See ${group} --help.`
    }
    case "commander.unknownOption": {
      const [name = ""] = quoted.split("=")
      if (options.includes(name)) return `${name} takes no value.`
      if (!safeName.test(name.slice(2))) return `Unknown option. ${all}`
      return `Unknown option ${name}.${suggestion(name, options)} ${all}`
    }
    case "commander.optionMissingArgument":
      return `${quoted.split(" ")[0]} needs a value.`
    case "commander.missingArgument":
      return `<${quoted}> is missing: add --help to see the arguments.`
    case "commander.excessArguments":
      return `Unexpected argument: options start with --. ${all}`
    default:
      return `Invalid options. ${all}`
  }
}

/** A whole number from `min` to `max`. */
export function wholeNumber(text: string, name: string, { min, max }: { min: number; max: number }): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new ExitError(exitCodes.usage, `${name} must be a whole number from ${min} to ${max}.`)
}
