/** Says what happens: one line each, for people, or as JSON for programs. */
export type Report = {
  say(event: string, sentence: string, details?: Readonly<Record<string, string | number>>): void
  fail(event: string, sentence: string): void
}

export function createReport(asJson: boolean): Report {
  const line = (event: string, sentence: string, details: object = {}): string =>
    asJson ? JSON.stringify({ event, ...details, message: sentence }) : onOneLine(sentence)
  return {
    say: (event, sentence, details) => console.log(line(event, sentence, details)),
    fail: (event, sentence) => console.error(line(event, sentence)),
  }
}

// Text that came from outside must neither start a line of its own nor steer the terminal.
const onOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
