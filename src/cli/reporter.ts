/** Says what happens: one line each, for people, or as JSON for programs. */
export type Reporter = {
  print(event: string, sentence: string, details?: Readonly<Record<string, string | number>>): void
  printError(event: string, sentence: string): void
}

export function createReporter(asJson: boolean): Reporter {
  const line = (event: string, sentence: string, details: object = {}): string =>
    asJson ? JSON.stringify({ event, ...details, message: sentence }) : onOneLine(sentence)
  return {
    print: (event, sentence, details) => console.log(line(event, sentence, details)),
    printError: (event, sentence) => console.error(line(event, sentence)),
  }
}

// Text that came from outside must neither start a line of its own nor steer the terminal.
const onOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
