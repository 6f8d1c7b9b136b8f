import type { CaseContext } from "../../../case.ts"
import { longNumber } from "./similar-texts.ts"

// Letters that a language, a collation or a normalization treats as equal: the Turkish i with and without a dot, the
// German sharp s, the Greek sigma, accents, ligatures, full-width letters, and signs that look like letters.
const letters = [
  ["I", "i", "İ", "ı", "i̇"],
  ["ß", "ss", "ẞ", "SS"],
  ["Σ", "σ", "ς"],
  ["é", "e", "è", "e\u0301"],
  ["ﬁ", "fi"],
  ["ａ", "a", "ª"],
  ["K", "k", "\u212a"],
  ["Å", "\u212b", "A\u030a"],
  ["ſ", "s"],
  ["1", "¹", "①"],
]

// Mailboxes of different people. The other groups may be one address, if the adapter says so consistently.
const lettersOfMailboxes = [
  ["ı", "i"],
  ["ß", "ss"],
  ["é", "e"],
  ["ö", "o"],
  ["ø", "o"],
  ["ł", "l"],
]

// Both alphabets of base64, and a separator that some stores use instead of a slash.
const signs = ["ab/cd", "ab+cd", "abcd", "ab-cd", "ab_cd", "ab:cd", "ab/cd=", "ab/cd=="]

/** Groups of keys that some stores take for one key. `folds`: without those that may be one address. */
export function groupKeys({ unique, some }: CaseContext, folds: boolean): string[][] {
  const startedWith = (start: string, ends: readonly string[]) => ends.map((end) => `${start}${end}`)
  const similar = [...(folds ? [] : [["Ab", "AB", "ab"]]), ...some(folds ? lettersOfMailboxes : letters, 3)]
  return [
    ...similar.map((group) => startedWith(unique(), group).map((text) => `${text}x`)),
    startedWith(unique(), signs),
    ...numbers(unique),
  ]
}

/** Texts with the same numeric value, or the same rounded value. */
function numbers(unique: () => string): string[][] {
  const long = longNumber(unique())
  const short = long.slice(-12).replace(/^0/, "1")
  const [first, rest] = [short.slice(0, 1), short.slice(1)]
  return [
    [short, `0${short}`, `${short}.0`, `${first}.${rest}e11`, `0x${Number(short).toString(16)}`],
    [long, `${long.slice(0, -1)}${(Number(long.slice(-1)) + 1) % 10}`, `00${long}`],
  ]
}
