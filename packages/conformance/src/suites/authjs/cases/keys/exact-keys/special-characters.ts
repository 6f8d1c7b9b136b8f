import type { NewCase } from "../../../case.ts"
import { expectFound, newOwner } from "../../rows.ts"
import { capitalize, describeKeys, expectNoRow, type Keyed, keyed, otherParts, toSlug } from "../keyed.ts"

// Adapters that use a key as a path, a URL, a pattern or a list drop the text after one of these.
const inAddresses = [..."+/?#%&'*=_-.!$^`{|~"]
const elsewhere = [...'\\:,"<[ ']
const most = [..."?/:%"]
const others = [...inAddresses, ...elsewhere].filter((character) => !most.includes(character))

const specialCharacterCase = ({ kind, key }: Keyed): NewCase => ({
  id: `exact-keys/characters-in-${toSlug(key)}`,
  clause: key.clause,
  also: ["SEC-C3", "SEC-J8", "SEC-J11"],
  title: `${capitalize(describeKeys(key))} that differ only after a special character are different keys`,
  harm: "A person whose key has the same beginning is signed in as another user.",
  evidence:
    'unstorage, which @auth/unstorage-adapter uses, truncates keys at "?", so any token works for such an address',
  fix: "Encode keys before they become part of a path or a name.",
  async run(t) {
    const owners = [await newOwner(t), await newOwner(t)] as const
    for (const character of [...most, ...t.some(others, 4)]) {
      const start = t.unique()
      const first = kind.row(t, owners[0], { [key.field]: key.toKey(`${start}${character}a`) })
      const second = kind.row(t, owners[1], {
        ...otherParts(first, key),
        [key.field]: key.toKey(`${start}${character}b`),
      })
      const rows = []
      for (const row of [first, second]) {
        if (!key.isAssigned) await expectNoRow(t, row, key)
        const stored = await t.attempt(() => row.store())
        if (stored.status === "fulfilled") rows.push(stored.value)
        // Addresses of users cannot have every character, and ids may not fit their column.
        else if (kind.name !== "user" || (key.folds && inAddresses.includes(character))) throw stored.reason
      }
      for (const row of rows)
        await expectFound(t, row, `of the row of ${JSON.stringify(row.fields[key.field])}`)
    }
  },
})

export const specialCharacters: readonly NewCase[] = keyed.map(specialCharacterCase)
