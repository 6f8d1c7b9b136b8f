import type { CommanderError } from "commander"
import { closestName } from "../../shared/closest-name.ts"
import { type ExitError, usageError } from "./exit-code.ts"

/** The valid names where the mistake was made. */
type Known = {
  /** The commands of the program or the group. */
  readonly names: readonly string[]
  /** The name of the program or the group, as a person types it, such as `npx mortise users`. */
  readonly group: string
  readonly options: readonly string[]
}

// Any other text may be a secret in the wrong place.
const safeName = /^[a-z]+(-[a-z]+)*$/

/** Explains the parser's error in a sentence that repeats an argument only if it looks like a name. */
export function explainUsage(error: CommanderError, validNames: Known): ExitError {
  return usageError(describeProblem(error, validNames))
}

function describeProblem({ code, message }: CommanderError, { names, group, options }: Known): string {
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

/** Parses a whole number from `min` to `max`. */
export function wholeNumber(text: string, name: string, { min, max }: { min: number; max: number }): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw usageError(`${name} must be a whole number from ${min} to ${max}.`)
}

/** Parses one of some names. */
export function parseChoice<T extends string>(what: string, choices: readonly T[], value?: string): T {
  const choice = choices.find((name) => name === value)
  if (choice !== undefined) return choice
  throw usageError(`${what} must be one of ${choices.join(", ")}.`)
}

/** ` Did you mean --port?`, or nothing. */
function suggestion(typed: string, names: readonly string[]): string {
  const match = closestName(typed, names)
  return match === undefined ? "" : ` Did you mean ${match}?`
}

/** Other names for commands: from other tools, or from functions of this package. */
const otherNames: Readonly<Record<string, string>> = {
  inspect: "doctor",
  verify: "doctor",
  check: "doctor",
  plan: "migrate",
  setup: "init",
  prune: "sweep",
  ui: "studio",
}

/** ` Did you mean users show?`, or nothing. `names` has the names of all commands; some have two words. */
function commandSuggestion(typed: string, names: readonly string[]): string {
  const meant = Object.hasOwn(otherNames, typed) ? otherNames[typed] : undefined
  if (meant !== undefined && names.includes(meant)) return ` Did you mean ${meant}?`
  const firstWords = names.map((name) => name.split(" ")[0] ?? name)
  const match = closestName(typed, firstWords)
  if (match !== undefined) return ` Did you mean ${match}?`
  const lastWord = closestName(
    typed,
    names.map((name) => name.split(" ").at(-1) ?? name),
  )
  const candidates = names.filter((name) => name.split(" ").at(-1) === lastWord)
  return candidates.length === 0 ? "" : ` Did you mean ${candidates.join(" or ")}?`
}
