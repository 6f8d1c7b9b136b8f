import type { Command } from "./command.ts"

const width = 100

/** What the help of a command prints after its options: notes, examples, exit codes. */
export function helpAfterOptions({ notes, examples, exits }: Command): string {
  const sections = [
    notes,
    `Examples:\n${examples.map((example) => `  ${example}`).join("\n")}`,
    exitCodesText(exits),
  ]
  return sections.filter((section) => section !== undefined).join("\n\n")
}

/** `Exit codes: 0 success · 1 failure`, on as many lines as it takes. */
export function exitCodesText(exits: Command["exits"]): string {
  const start = "Exit codes:"
  const lines: string[] = []
  let line = start
  for (const [nth, [code, about]] of Object.entries(exits).entries()) {
    const separator = line === start || line.trim() === "" ? " " : " · "
    const part = `${code} ${about}`
    if (nth > 0 && line.length + separator.length + part.length > width) {
      lines.push(line)
      line = `${" ".repeat(start.length)} ${part}`
    } else line += separator + part
  }
  return [...lines, line].join("\n")
}
