/** A replacement of one stretch of a file. `before` and `after` show it in a description. */
export type Change = {
  readonly kind: string
  readonly start: number
  readonly end: number
  readonly replacement: string
  readonly before: string
  readonly after: string
}

/** Where a node is in the text of its file. */
export type Span = { readonly start: number; readonly end: number }

export const sliceText = (text: string, { start, end }: Span): string => text.slice(start, end)

/** Replaces a whole node. */
export const replace = (kind: string, text: string, node: Span, replacement: string): Change => ({
  kind,
  start: node.start,
  end: node.end,
  replacement,
  before: sliceText(text, node),
  after: replacement,
})

/** Replaces a part of a node; the description shows the whole node. */
export const replacePart = (
  kind: string,
  text: string,
  node: Span,
  part: Span,
  replacement: string,
): Change => ({
  kind,
  start: part.start,
  end: part.end,
  replacement,
  before: sliceText(text, node),
  after: text.slice(node.start, part.start) + replacement + text.slice(part.end, node.end),
})

/** Removes an item of a list together with one comma. */
export function dropItem(kind: string, text: string, list: readonly Span[], at: number): Change[] {
  const [item, next, previous] = [list[at], list[at + 1], list[at - 1]]
  if (!item) return []
  const start = next || !previous ? item.start : previous.end
  const end = next ? next.start : item.end
  return [{ kind, start, end, replacement: "", before: sliceText(text, item), after: "" }]
}
