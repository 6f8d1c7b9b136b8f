// biome-ignore-all lint/suspicious/noConsole: all output of the command line passes through this file
import { styleText } from "node:util"
import { visibleJson, visibleLines, visibleText } from "../../shared/visible-text.ts"

/** Prints lines on stdout. */
export const printText = (text: string): void => console.log(visibleLines(text))

/** Prints a value on stdout as JSON: on one line, or with this indent. */
export const printJson = (value: unknown, indent?: number): void => console.log(visibleJson(value, indent))

/** Prints help, which has bold titles and no text from outside. */
export const printHelp = (text: string): void => console.log(text.trimEnd())

/** Prints help on stderr, in answer to a mistake. */
export const printHelpAsError = (text: string): void => console.error(text.trimEnd())

/** Prints one line for each event: a sentence, or a JSON object for programs. */
export type Reporter = {
  print(event: string, sentence: string, details?: Readonly<Record<string, string | number>>): void
  printError(event: string, sentence: string): void
}

export function createReporter(asJson: boolean): Reporter {
  const line = (event: string, sentence: string, details: object = {}): string =>
    asJson ? visibleJson({ event, ...details, message: sentence }) : onOneLine(sentence)
  return {
    print: (event, sentence, details) => printText(line(event, sentence, details)),
    printError: (event, sentence) => console.error(visibleLines(line(event, sentence))),
  }
}

// Text from outside must not start a new line or control the terminal.
const onOneLine = (text: string): string => visibleText(text.replace(/[\t\n\v\f\r]+/g, " "))

type Style = "red" | "yellow" | "green" | "bold" | "dim"

/** A text of a printed line, with its style on terminals that have colours. */
export type Part = string | readonly [style: Style, text: string]

/** Prints a line on stdout. `NO_COLOR` and a file instead of a terminal turn the styles off. */
export const printParts = (...parts: readonly Part[]): void =>
  console.log(parts.map(formatPart).join("").trimEnd())

const formatPart = (part: Part): string =>
  typeof part === "string"
    ? onOneLine(part)
    : styleText(part[0], onOneLine(part[1]), { stream: process.stdout })

/** Prints rows below the names of their columns. */
export function printTable(columns: readonly string[], rows: readonly (readonly string[])[]): void {
  const cells = [columns.map((name) => name.toUpperCase()), ...rows].map((row) => row.map(onOneLine))
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)))
  for (const [number, row] of cells.entries()) {
    const line = row
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd()
    printParts(number === 0 ? ["dim", line] : line)
  }
}

/** Reports on long work on stderr, at most every two seconds. `sentence` is called only when it is printed. */
export type Progress = (sentence: () => string) => void

const progressIntervalMs = 2000

export function createProgress(reporter: Reporter): Progress {
  let last = Date.now()
  return (sentence) => {
    if (Date.now() - last < progressIntervalMs) return
    last = Date.now()
    reporter.printError("progress", sentence())
  }
}
