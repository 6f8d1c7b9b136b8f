import { printParts } from "../terminal/output.ts"

/** How the tables are, in a sentence with its colour. */
export type State = readonly [style: "green" | "yellow" | "red", sentence: string]

export type Fact = readonly [name: string, text: string]

/** Prints the line that sums a status up. */
export const printState = (state: State): void => printParts(state)

/** Prints facts below each other, and an empty line. */
export function printFacts(facts: readonly Fact[]): void {
  for (const [name, text] of facts) printParts(["dim", name.padEnd(18)], " ", text)
  printParts("")
}
