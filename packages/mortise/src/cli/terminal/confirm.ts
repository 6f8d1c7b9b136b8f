import { createInterface } from "node:readline/promises"
import { ExitError, exitCodes, usageError } from "../program/exit-code.ts"

/** Asks a question on the terminal. Throws if the answer is not yes, or if there is no terminal to ask on. */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw usageError("There is no terminal to confirm on: add --yes to confirm.")
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const controller = new AbortController()
  terminal.on("SIGINT", () => controller.abort())
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal: controller.signal })
    if (/^y(es)?$/i.test(answer.trim())) return
  } catch {
    throw new ExitError(exitCodes.interrupted, "Nothing was changed.")
  } finally {
    terminal.close()
  }
  throw new ExitError(exitCodes.failed, "Nothing was changed.")
}
