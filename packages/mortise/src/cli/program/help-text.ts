import type { Command } from "./command.ts"

const width = 100

/** What a command's help prints after its options: notes, examples, exit codes. */
export function helpAfterOptions({ notes, examples, exits }: Command): string {
  const sections = [
    notes?.split("\n\n").map(wrapParagraph).join("\n\n"),
    `Examples:\n${examples.map((example) => `  ${example}`).join("\n")}`,
    exitCodesText(exits),
  ]
  return sections.filter((section) => section !== undefined).join("\n\n")
}

/** A paragraph on lines of equal width. A list, which has indented lines, stays as it is. */
function wrapParagraph(paragraph: string): string {
  if (/^ /m.test(paragraph)) return paragraph
  const lines: string[] = []
  for (const word of paragraph.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join("\n")
}

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
  return [...lines, line].join("\n")
}
