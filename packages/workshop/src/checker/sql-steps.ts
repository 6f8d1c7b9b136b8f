/** Changes the text of a statement before it is sent: a planted bug. Several texts are sent in turn; the first answers. */
export type RewriteText = (text: string) => readonly string[]

export const keepText: RewriteText = (text) => [text]

/** A statement as it is printed. */
export const shortText = (text: string): string => {
  const plain = text.replace(/["`]/g, "").replace(/\s+/g, " ")
  const short = plain.replace(/^SELECT .* FROM/, "SELECT … FROM").replace(/ RETURNING .*/, " RETURNING …")
  return short.length > 110 ? `${short.slice(0, 109)}…` : short
}
