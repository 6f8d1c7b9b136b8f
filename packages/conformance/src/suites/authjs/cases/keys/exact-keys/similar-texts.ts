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
    `${key}\u200b`,
    insert(key, "\u00ad"),
    insert(key, "\u200d"),
  ])

/** What stores most often take for a key: its beginning, a longer text, a pattern, another case or a space. */
export const mostSimilar = (key: string): string[] =>
  others(key, [
    ...[key.slice(0, -1), `${key}x`, replaceMiddle(key, "_"), `${key.slice(0, middle(key))}%`],
    ...[key.toUpperCase(), key.toLowerCase(), ` ${key}`, `${key} `, `${key}%`],
    ...[key.normalize("NFD"), key.normalize("NFKD").replace(/\p{Mark}/gu, "")],
  ])

/**
 * Unique keys that stores confuse with others: a text with special letters, two numbers too large for a double, a UUID,
 * and both alphabets of base64.
 */
export const awkwardKeys = (unique: () => string): string[] => [
  `${unique()}-aß_éﬁ+/I1==`,
  longNumber(unique()),
  `0e${longNumber(unique())}`,
  crypto.randomUUID(),
  toBase64(`${unique()}-_-_Q`),
  toBase64Url(`${unique()}+/+/Q`),
]

/** A UUID as a uuid column also accepts it. User ids may be in such a column; tokens and ids of others are text. */
export const uuidForms = (key: string): string[] =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)
    ? [key.replaceAll("-", ""), `{${key}}`, `urn:uuid:${key}`, key.replace("-", "")]
    : []

/** The digests of a key. A store may keep only a digest, but must not accept it instead of the key. */
export async function digests(key: string): Promise<string[]> {
  const digestForms = await Promise.all(
    ["SHA-1", "SHA-256", "SHA-512"].map(async (algorithm) => {
      const bytes = new Uint8Array(await crypto.subtle.digest(algorithm, new TextEncoder().encode(key)))
      const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
      const base64 = btoa(String.fromCharCode(...bytes))
      return [hex, base64, toBase64Url(base64)]
    }),
  )
  return digestForms.flat()
}

const toBase64Url = (text: string): string =>
  text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")
const toBase64 = (text: string): string => {
  const letters = text.replaceAll("-", "+").replaceAll("_", "/")
  return letters.padEnd(Math.ceil(letters.length / 4) * 4, "=")
}

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
  `${key}%`,
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
  toBase64Url(key),
  toBase64(key),
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
