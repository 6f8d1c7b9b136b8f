import { type ParseArgsConfig, parseArgs } from "node:util"
import { ExitError, exitCodes } from "./exit-code.ts"
import { suggestion } from "./suggestion.ts"

type Options = NonNullable<ParseArgsConfig["options"]>
type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; args: string[]; strict: true; allowPositionals: false }>
>["values"]

/** Reads the options of a command. Unknown options are refused. */
export function readOptions<const O extends Options>(args: readonly string[], options: O): Parsed<O> {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values as Parsed<O>
  } catch {
    // The message of parseArgs repeats the arguments, which may hold a secret in the wrong place.
    throw new ExitError(exitCodes.usage, problemWith(args, options))
  }
}

// Any other text may be a secret.
const optionName = /^[a-z]+(-[a-z]+)*$/

function problemWith(args: readonly string[], options: Options): string {
  const names = Object.keys(options).map((name) => `--${name}`)
  const all = `The options are: ${names.join(", ")}.`
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === "positional") return `Unexpected argument: options start with --. ${all}`
    if (token.kind !== "option") continue
    const known = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    const name = `--${token.name}`
    if (!known)
      return optionName.test(token.name)
        ? `Unknown option ${name}.${suggestion(name, names)} ${all}`
        : `Unknown option. ${all}`
    if (known.type === "string" && token.value === undefined) return `${name} needs a value.`
    if (known.type === "boolean" && token.value !== undefined) return `${name} takes no value.`
  }
  return `Invalid options. ${all}`
}

/** A whole number from `min` to `max`. */
export function wholeNumber(text: string, name: string, { min, max }: { min: number; max: number }): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new ExitError(exitCodes.usage, `${name} must be a whole number from ${min} to ${max}.`)
}
