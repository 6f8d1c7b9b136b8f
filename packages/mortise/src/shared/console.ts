// biome-ignore-all lint/suspicious/noConsole: the default of every option that takes a callback for text
import { readVariable } from "./read-variable.ts"
import { visibleLines } from "./visible-text.ts"

/** Prints a line on the console. */
export const printLine = (line: string): void => console.log(visibleLines(line))

/** The option `onWarning`: a function, or `false` to ignore warnings. */
export type OnWarning = ((message: string) => void) | false

/** Where warnings go. Without the option, they are printed on the console. */
export function warningsTo(onWarning: OnWarning | undefined): (message: string) => void {
  if (onWarning === false) return () => {}
  return onWarning ?? ((message) => console.warn(visibleLines(message)))
}

/** Prints an error on standard error, without its causes, whose messages may contain values. */
export const printFailure = (error: unknown): void =>
  console.error(visibleLines(error instanceof Error ? (error.stack ?? error.message) : String(error)))

const variable = "MORTISE_SHOW_CAUSES"

/** What an error says instead of a message that may contain values. */
export const withheldMessage = `its message is withheld, because it may contain values: set ${variable}=1 to print it to standard error`

/**
 * Prints the messages of an error and of its causes on standard error, if MORTISE_SHOW_CAUSES is 1. Is called wherever
 * an error is replaced by one without its message.
 */
export function showCause(error: unknown): void {
  if (readVariable(variable) === "1")
    console.error(visibleLines(`${variable}: ${listMessages(error).join(", caused by ")}`))
}

// An error can be its own cause.
const deepest = 4

function listMessages(error: unknown, depth = 0): string[] {
  // Some clients throw plain objects.
  if (typeof error !== "object" || error === null) return [String(error)]
  const { name = "Error", code, message, cause, errors } = error as Readonly<Record<string, unknown>>
  const text = [name, code, message].filter((part) => part !== undefined && part !== "").join(" ")
  if (depth === deepest) return [text]
  const below = [cause, ...(Array.isArray(errors) ? errors : [])].filter(
    (innerError) => innerError !== undefined,
  )
  return [text, ...below.flatMap((innerError) => listMessages(innerError, depth + 1))]
}
