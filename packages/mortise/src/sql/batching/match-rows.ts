/** A row as the client returns it. */
export type StoredRow = readonly unknown[]

/** The rows of a batch by the values that were looked up. */
export type MatchedRows = {
  find(value: string): StoredRow | undefined
  /** Whether `find` knows the row of a value, or that it has none. Otherwise it must be looked up alone. */
  isCertain(value: string): boolean
}

/**
 * Assigns the rows that a batch found to its values, by the text of the column that was looked up. A column can equal a
 * value that it spells in another way: CHAR pads it, citext and collations ignore case, and `uuid` has one spelling. Only
 * the server knows the value of such a row.
 */
export function matchRows(
  values: readonly string[],
  rows: readonly StoredRow[],
  readText: (row: StoredRow) => string,
): MatchedRows {
  const byText = new Map(rows.map((row) => [readText(row), row]))
  let spellings: Set<string> | undefined
  let areKnown: boolean | undefined
  return {
    find: (value) => byText.get(value),
    isCertain(value) {
      if (byText.has(value)) return true
      // Computed only for a value without a row, which is rare.
      areKnown ??= areAsked(byText.keys(), new Set(values))
      spellings ??= new Set([...byText.keys()].map(reduceSpelling))
      return areKnown && isPlain(value) && !spellings.has(reduceSpelling(value))
    },
  }
}

/** Whether each text is one of the values, and has no letter that another one may equal. */
const areAsked = (texts: Iterable<string>, values: ReadonlySet<string>): boolean =>
  [...texts].every((text) => values.has(text) && isPlain(text))

/** The same text for all spellings of a value that some type treats as equal. */
function reduceSpelling(text: string): string {
  const number = Number(text)
  return text.trim() === "" || Number.isNaN(number)
    ? text.toLowerCase().replace(/[^a-z\d]|^0+/g, "")
    : String(number)
}

// Only a collation knows which letters beyond these are equal: "ß" and "ss", for example.
const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)
