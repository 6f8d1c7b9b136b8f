import { Help } from "commander"
import type { Command } from "./command.ts"

const width = 100

/** A title in bold. The parser removes styles where the output has none. */
export const bold = (title: string): string => `\u001b[1m${title}\u001b[22m`

/** What a command's help prints after its options: notes, examples, exit codes. */
export function helpAfterOptions({ notes, examples, exits }: Command): string {
  const sections = [
    notes?.split("\n\n").map(wrapParagraph).join("\n\n"),
    `${bold("Examples:")}\n${examples.map((example) => `  ${example}`).join("\n")}`,
    exitCodesText(exits),
  ]
  return sections.filter((section) => section !== undefined).join("\n\n")
}

/** A paragraph on lines of equal width. A list, which has indented lines, stays as it is. */
const wrapParagraph = (paragraph: string): string =>
  /^ /m.test(paragraph) ? paragraph : new Help().boxWrap(paragraph.replaceAll(/\s+/g, " "), width)

/** `Exit codes: 0 success · 1 failure`, on as many lines as it takes. */
export function exitCodesText(exits: Command["exits"]): string {
  const start = "Exit codes:"
  const lines: string[] = []
  let line = start
  for (const [index, [code, about]] of Object.entries(exits).entries()) {
    const separator = line === start || line.trim() === "" ? " " : " · "
    const part = `${code} ${about}`
    if (index > 0 && line.length + separator.length + part.length > width) {
      lines.push(line)
      line = `${" ".repeat(start.length)} ${part}`
    } else line += separator + part
  }
  return [...lines, line].join("\n").replace(start, bold(start))
}
