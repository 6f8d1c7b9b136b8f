/**
 * Texts that some stores take for a key: it matches them as a pattern, is equal to them as a number, or becomes equal
 * when it is encoded, decoded, quoted or cut. No store may treat one of them as the key.
 */
export const similarTexts = (key: string): string[] =>
  others(key, [...patterns(key), ...encodings(key), ...sameNumbers(key), ...parts(key)])

/** The key in other spellings: another case, Unicode form, accent or space. Some stores treat addresses so. */
export const spellings = (key: string): string[] =>
  others(key, [
    key.toUpperCase(),
    key.toLowerCase(),
    key.normalize("NFC"),
    key.normalize("NFD"),
    key.normalize("NFKC"),
    key.normalize("NFKD").replace(/\p{Mark}/gu, ""),
    key.replace("ß", "ss"),
    ` ${key}`,
    `${key} `,
    `${key}\n`,
    `${key}\u00a0`,
    insert(key, "\u00ad"),
    insert(key, "\u200d"),
  ])

/** Unique keys that stores confuse with others: a text with special letters, and two numbers too large for a double. */
export const awkwardKeys = (unique: () => string): string[] => [
  `${unique()}-aß_éﬁ+/I1==`,
  longNumber(unique()),
  `0e${longNumber(unique())}`,
]

/** A number of 20 digits, too large for a double, that is as unique as the given text. */
export const longNumber = (unique: string): string => {
  const mixed = [...unique].reduce(
    (sum, letter) => (sum * 131n + BigInt(letter.charCodeAt(0))) % 10n ** 19n,
    7n,
  )
  return `1${String(mixed).padStart(19, "0")}`
}

const others = (key: string, texts: readonly string[]): string[] =>
  [...new Set(texts)].filter((text) => text !== key)

const middle = (key: string): number => Math.floor(key.length / 2)
const insert = (key: string, text: string): string =>
  `${key.slice(0, middle(key))}${text}${key.slice(middle(key))}`
const replaceMiddle = (key: string, text: string): string =>
  `${key.slice(0, middle(key))}${text}${key.slice(middle(key) + 1)}`

const patterns = (key: string): string[] => [
  ...["_", "?", ".", "%", "*"].map((wildcard) => replaceMiddle(key, wildcard)),
  ...["%", "*", ".*"].map((wildcard) => `${key.slice(0, middle(key))}${wildcard}`),
  `%${key}%`,
]

const encodings = (key: string): string[] => [
  encodeURIComponent(key),
  JSON.stringify(key),
  `'${key}'`,
  `${key}/`,
  `/${key}`,
  `${key}?`,
  `${key}=`,
  `\\${key}`,
  key.replace(/[=]+$/, ""),
  key.replace(/[+]/g, "-").replace(/[/]/g, "_"),
]

function sameNumbers(key: string): string[] {
  if (Number.isNaN(Number(key))) return []
  const lastDigit = Number(key.slice(-1))
  return [`0${key}`, `+${key}`, `${key}.0`, `${key.slice(0, -1)}${(lastDigit + 1) % 10}`, `${key}e0`]
}

const parts = (key: string): string[] => [
  key.slice(0, -1),
  key.slice(1),
  `${key}x`,
  `x${key}`,
  `~${key.slice(1)}`,
  `${key.slice(0, -1)}~`,
  replaceMiddle(key, "~"),
]
