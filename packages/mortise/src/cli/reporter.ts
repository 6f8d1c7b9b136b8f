/** Prints one line for each event: a sentence, or a JSON object for programs. */
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

// Text from outside must not start a new line or control the terminal.
const onOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
