import { times } from "../../../../../engine/case-tools/race-helpers.ts"
import type { CaseContext, NewCase } from "../../../case.ts"
import type { Owner, Row } from "../../row.ts"
import { expectFound, newOwner } from "../../rows.ts"
import {
  capitalize,
  createWrites,
  describeKeys,
  expectNoRow,
  type Keyed,
  keyed,
  otherParts,
  toSlug,
} from "../keyed.ts"
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
function groupKeys({ unique, some }: CaseContext, folds: boolean): string[][] {
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

// Rows with similar keys are stored side by side, each for another user.

const separateKeysCase = ({ kind, key }: Keyed): NewCase => ({
  id: `exact-keys/separate-${toSlug(key)}`,
  clause: key.clause,
  also: ["SEC-J10", "SEC-C3"],
  guarantees: ["byte_exact_keys"],
  title: `${capitalize(describeKeys(key))} that differ only in similar letters, signs or digits are different`,
  harm: "The second person cannot sign up, or is signed in as the first.",
  evidence:
    '@auth/unstorage-adapter treats "ab/cd" and "ab:cd" as one key; numeric columns round values above 2^53; a password reset at GitHub (2019) was sent to an address with a dotless i',
  fix: "Compare key columns byte by byte, with a binary collation, and never fold the case of a key.",
  async run(t) {
    const owners = await Promise.all(times(8, () => newOwner(t)))
    for (const group of groupKeys(t, key.folds)) {
      const rows = await storeGroup(t, { kind, key }, owners, group.map(key.toKey))
      const [first, ...others] = rows
      for (const row of rows) await expectFound(t, row, `of the row of ${row.fields[key.field]}`)
      if (!first || kind.isReadOnce) continue
      for (const write of createWrites(t, kind, first)) await write()
      for (const row of others) await expectFound(t, row, "of another row, after writes to the first")
    }
  },
})

/** Stores rows with these keys, each for another user, and checks that each is absent before. */
async function storeGroup(
  t: CaseContext,
  { kind, key }: Keyed,
  owners: readonly Owner[],
  texts: readonly string[],
): Promise<Row[]> {
  const rows: Row[] = []
  for (const [index, text] of texts.entries()) {
    const owner = owners[index] as Owner
    const [first] = rows
    const parts = first ? otherParts(first, key) : {}
    const row = kind.row(t, owner, { ...parts, [key.field]: text })
    if (first && !key.isAssigned) await expectNoRow(t, row, key)
    const stored = await t.attempt(() => row.store())
    if (stored.status === "fulfilled") rows.push(stored.value)
    // An adapter may refuse an id or an address that does not fit its columns.
    else if (!key.isAssigned && !key.folds) throw stored.reason
  }
  return rows
}

export const separateKeys: readonly NewCase[] = keyed.map(separateKeysCase)
