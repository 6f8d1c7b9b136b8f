/** SQLite, and PostgreSQL in the locale C, fold ASCII letters only: they get the usual forms of the others too. */
export function caseForms(family: string, text: string): string[] {
  if (family === "mysql" || isAscii.test(text)) return [text]
  const lower = mapLetters(text, (letter) => letter.toLowerCase())
  return [...new Set([text, lower, mapLetters(text, (letter) => letter.toUpperCase())])]
}

/**
 * Maps each letter that has one other form. "ß" and "SS", "ſ" and "S", or "ı" and "I" are different texts: their lower
 * case differs, and nobody may be found under the name of another.
 */
const mapLetters = (text: string, map: (letter: string) => string): string =>
  Array.from(text, (letter) => {
    const mapped = map(letter)
    const isSame =
      mapped.toLowerCase() === letter.toLowerCase() && isAscii.test(mapped) === isAscii.test(letter)
    return isSame && mapped.length === letter.length ? mapped : letter
  }).join("")

export const isAscii = /^[\x20-\x7e]*$/
