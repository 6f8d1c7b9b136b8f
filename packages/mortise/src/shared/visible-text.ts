/**
 * Text from outside may hold characters that a terminal or a browser obeys or does not show: controls, among them C1,
 * bidirectional and other format characters, and separators of lines. They are shown as JSON escapes, such as \u202e.
 * Joiners that can be seen are kept, with the character before them: between two emojis, which become one picture, and
 * between letters whose shapes they change: from Arabic to the scripts of India, Khmer and Mongolian.
 */
const unseen =
  /([\p{Cc}\p{Cf}\p{Zl}\p{Zp}])|\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?\u200d(?=\p{Extended_Pictographic})|[\u0600-\u0dff\u1780-\u18af]\p{Mn}*[\u200c\u200d](?=[\u0600-\u0dff\u1780-\u18af])/gu

/** A text on one line, in which invisible characters are escaped. */
export const visibleText = (text: string): string =>
  text.replace(unseen, (seen, character: string | undefined) =>
    character ? escapeCharacter(character) : seen,
  )

/** A text of several lines, in which invisible characters are escaped. */
export const visibleLines = (text: string): string => text.replace(/[^\n\t]+/g, visibleText)

/** JSON with these escapes. It stands for the same value: the escaped characters occur only in strings. */
export const visibleJson = (value: unknown, indent?: number): string =>
  visibleLines(JSON.stringify(value, null, indent))

// A character beyond U+FFFF has two escapes.
const escapeCharacter = (character: string): string =>
  character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("")
