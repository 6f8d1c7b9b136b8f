/** A table of a Markdown page: the cells of its head and of its rows, as Markdown. */
export type MarkdownTable = {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** All tables of a page, in order. */
export function parseTables(page: string): MarkdownTable[] {
  return (page.match(/(?:^\|.*\|[ \t]*\n)+/gm) ?? []).flatMap((block) => {
    const [head, rule, ...rows] = block.trim().split("\n").map(parseCells)
    return head && rule?.every((cell) => /^:?-+:?$/.test(cell)) ? [{ head, rows }] : []
  })
}

const parseCells = (line: string): string[] =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

/** The first table below a heading. */
export function tableBelow(page: string, heading: string): MarkdownTable {
  const start = page.search(new RegExp(`^#+ ${heading}`, "m"))
  const table = start < 0 ? undefined : parseTables(page.slice(start))[0]
  if (!table) throw new Error(`There is no table below "${heading}".`)
  return table
}
