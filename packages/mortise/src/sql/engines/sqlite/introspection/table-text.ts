/** One column of a `CREATE TABLE` statement: its name, its type and its constraints, as they are written. */
export type ColumnText = {
  readonly name: string
  readonly type: string
  readonly clauses: readonly Clause[]
}

/** One constraint. `kind` is its keyword: NOT, UNIQUE, COLLATE, REFERENCES, FOREIGN … */
export type Clause = { readonly kind: string; readonly text: string }

export type TableText = {
  readonly columns: readonly ColumnText[]
  readonly constraints: readonly Clause[]
  /** What follows the parentheses: STRICT, WITHOUT ROWID. */
  readonly options: string
}

type Words = readonly string[]

const comment = /^(?:--|\/\*)/
const word =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[\p{L}_][\p{L}\p{N}_$]*|\s+|[\s\S]/gu

const ofTables = new Set(["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"])
const ofColumns = new Set([
  ...["CONSTRAINT", "PRIMARY", "NOT", "NULL", "UNIQUE", "CHECK", "DEFAULT", "COLLATE", "REFERENCES"],
  ...["GENERATED", "AS"],
])

/** Splits a `CREATE TABLE` statement into columns and constraints. It does not parse their contents. */
export function readTableText(text: string): TableText {
  const words = (text.match(word) ?? []).map((token) => (comment.test(token) ? " " : token))
  const { inside, after } = readParentheses(words)
  const definitions = split(inside).map((definition) => trim(definition))
  const isConstraint = ([first = ""]: Words) => ofTables.has(first.toUpperCase())
  return {
    columns: definitions.filter((definition) => !isConstraint(definition)).map(columnText),
    constraints: definitions.filter(isConstraint).map(clause),
    options: after.join("").trim(),
  }
}

/** The names in the first parentheses of a clause. */
export const namesIn = ({ text }: Clause): string[] =>
  split(readParentheses(text.match(word) ?? []).inside).map((name) => unquoteName(name.join("").trim()))

export const unquoteName = (name: string): string => {
  const quote = name[0] === "[" ? "]" : (name[0] ?? "")
  return /^["`'[]/.test(name) ? name.slice(1, -1).replaceAll(quote + quote, quote) : name
}

function columnText([name = "", ...rest]: Words): ColumnText {
  const starts = clauseStarts(rest)
  const parts = starts.map((at, index) => rest.slice(at, starts[index + 1]))
  return {
    name: unquoteName(name),
    type: rest.slice(0, starts[0]).join("").trim(),
    clauses: parts.map((part) => clause(trim(part))),
  }
}

function clause(words: Words): Clause {
  const tokens = words.filter((token) => token.trim() !== "")
  const [first = "", , named = ""] = tokens
  const kind = first.toUpperCase() === "CONSTRAINT" ? named : first
  return { kind: kind.toUpperCase(), text: words.join("").trim() }
}

// A constraint starts at its keyword, unless the keyword belongs to the previous constraint: DEFAULT NULL, SET NULL.
function clauseStarts(words: Words): number[] {
  const starts: number[] = []
  let depth = 0
  let before: Words = []
  words.forEach((token, at) => {
    const [last = "", previous = ""] = before
    const upper = token.toUpperCase()
    const isContinued =
      previous === "CONSTRAINT" || ["NOT", "DEFAULT", "SET", "ALWAYS"].includes(last) || isDeferral(words, at)
    if (depth === 0 && ofColumns.has(upper) && !isContinued) starts.push(at)
    depth += token === "(" ? 1 : token === ")" ? -1 : 0
    if (token.trim() !== "") before = [upper, last]
  })
  return starts
}

const isDeferral = (words: Words, at: number): boolean =>
  /^NOT\s+DEFERRABLE\b/i.test(words.slice(at, at + 3).join(""))

function readParentheses(words: Words): { inside: Words; after: Words } {
  const from = words.indexOf("(")
  let depth = 0
  const to = words.findIndex((token, at) => {
    if (at < from) return false
    depth += token === "(" ? 1 : token === ")" ? -1 : 0
    return depth === 0
  })
  return { inside: words.slice(from + 1, to), after: words.slice(to + 1) }
}

function split(words: Words): Words[] {
  let depth = 0
  const parts: string[][] = [[]]
  for (const token of words) {
    depth += token === "(" ? 1 : token === ")" ? -1 : 0
    if (token === "," && depth === 0) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

const trim = (words: Words): Words => words.slice(words.findIndex((token) => token.trim() !== ""))
