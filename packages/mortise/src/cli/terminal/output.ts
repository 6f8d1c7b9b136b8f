// biome-ignore-all lint/suspicious/noConsole: all output of the command line passes through this file
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
