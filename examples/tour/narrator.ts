import { styleText } from "node:util"
import { operationNames } from "../../packages/mortise/src/index.ts"
import { describeCall } from "./describe-call.ts"
import type { Call } from "./watch.ts"

/** Prints a tour, line by line. */
export type Narrator = {
  scene(title: string): void
  call(call: Call): void
  /** Adds a statement of the next call. */
  statement(text: string): void
  note(text: string): void
}

const operationWidth = Math.max(...operationNames.map((name) => name.length))
const verbWidth = "findWithUser".length
const outcomeWidth = "nothing".length
const tableWidth = "verification_tokens".length

/** A statement without its long lists of columns and parameters. */
const shortened = (text: string): string =>
  text.replaceAll(/(?:(?:\w\.)?"\w+", ){2,}(?:\w\.)?"\w+"/g, "…").replaceAll(/\?(?:, \?){2,}/g, "?, …")

/** Prints a tour in aligned columns, with or without colours. */
export function createNarrator(print: (line: string) => void, colour: boolean): Narrator {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text
  let scenes = 0
  let statements: string[] = []
  return {
    scene(title) {
      scenes += 1
      print("")
      print(paint("bold", `${scenes}. ${title}`))
    },
    call(call) {
      const { operation, verb, tables, row, outcome } = describeCall(call)
      const columns = [
        paint("cyan", operation.padEnd(operationWidth)),
        paint("yellow", verb.padEnd(verbWidth)),
        tables.padEnd(tableWidth),
        paint(outcome === "nothing" ? "dim" : "green", outcome.padEnd(outcomeWidth)),
        paint("dim", row),
      ]
      print(`   ${columns.join("  ").trimEnd()}`)
      for (const text of statements) print(paint("dim", `      ${shortened(text)}`))
      statements = []
    },
    statement: (text) => void statements.push(text),
    note: (text) => print(paint("dim", `   ${text}`)),
  }
}
