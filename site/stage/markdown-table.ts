/** A table of a Markdown page: the cells of its head and of its rows, as Markdown. */
export type MarkdownTable = {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** All tables of a page, in order. */
export function tablesOf(page: string): MarkdownTable[] {
  return (page.match(/(?:^\|.*\|[ \t]*\n)+/gm) ?? []).flatMap((block) => {
    const [head, rule, ...rows] = block.trim().split("\n").map(cellsOf)
    return head && rule?.every((one) => /^:?-+:?$/.test(one)) ? [{ head, rows }] : []
  })
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((one) => one.trim())

/** The first table below a heading. */
export function tableBelow(page: string, heading: string): MarkdownTable {
  const start = page.search(new RegExp(`^#+ ${heading}`, "m"))
  const found = start < 0 ? undefined : tablesOf(page.slice(start))[0]
  if (!found) throw new Error(`There is no table below "${heading}".`)
  return found
}
