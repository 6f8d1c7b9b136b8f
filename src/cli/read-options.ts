import { type ParseArgsConfig, parseArgs } from "node:util"
import { ExitError, exitCodes } from "./exit-code.ts"

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
    const names = Object.keys(options).map((name) => `--${name}`)
    throw new ExitError(
      exitCodes.usage,
      `Unknown or incomplete option. The options are: ${names.join(", ")}.`,
    )
  }
}

/** A whole number from `min` to `max`. */
export function wholeNumber(text: string, name: string, { min, max }: { min: number; max: number }): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new ExitError(exitCodes.usage, `${name} must be a whole number from ${min} to ${max}.`)
}
