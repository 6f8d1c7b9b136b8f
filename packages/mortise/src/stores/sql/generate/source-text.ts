/** Parts of TypeScript source. */

export const quoteString = (text: string): string => JSON.stringify(text)

const isIdentifier = /^[A-Za-z_$][\w$]*$/

/** A name as the key of an object or the member of a class. */
export const key = (name: string): string => (isIdentifier.test(name) ? name : quoteString(name))

/** A member of an object. */
export const member = (object: string, name: string): string =>
  isIdentifier.test(name) ? `${object}.${name}` : `${object}[${quoteString(name)}]`

/** `{ length: 255, mode: "date" }`, or nothing if there are no members. */
export function objectText(members: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined)
  return entries.length === 0
    ? ""
    : `{ ${entries.map(([name, value]) => `${key(name)}: ${value}`).join(", ")} }`
}

export const list = (items: readonly string[]): string => `[${items.join(", ")}]`

/** Starts a text with a lower-case letter. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** A comment that stands for the rest of a table. */
export const buildRestComment = ({ isPart }: { readonly isPart?: true }): string[] =>
  isPart ? ["// your other columns"] : []

/** Indents every line but empty ones. */
export const indent = (text: string, by = "  "): string => text.replace(/^(?=.)/gm, by)
