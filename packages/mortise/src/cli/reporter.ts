import { visibleJson, visibleText } from "../shared/visible-text.ts"
import { printErrorText, printText } from "./output.ts"

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
    printError: (event, sentence) => printErrorText(line(event, sentence)),
  }
}

// Text from outside must not start a new line or control the terminal.
const onOneLine = (text: string): string => visibleText(text.replace(/[\t\n\v\f\r]+/g, " "))
