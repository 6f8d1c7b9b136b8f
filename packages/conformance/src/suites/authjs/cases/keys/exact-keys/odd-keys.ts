import type { CaseContext, NewCase } from "../../../case.ts"
import { offers, type Row } from "../../row.ts"
import { expectFound, type Kind, kinds, newOwner } from "../../rows.ts"
import { createRemovals, expectNoRow, lookupsBy, otherParts, ownerKey, pairedKinds } from "../keyed.ts"

// Keys at which a driver, a protocol or an encoding ends a text or changes it, and keys that another row's key begins with.

const controls = ["\0", "\x01", "\b", "\n", "\r", "\x1b", "\x7f", "\u0085", "\u2028"]

/** Checks that a lookup returns nothing. It may throw: some databases refuse such a key. */
async function expectNothing(t: CaseContext, row: Row, key: Kind["keys"][number]): Promise<void> {
  for (const { operation, readRaw } of lookupsBy(row, key)) {
    const outcome = await t.attempt(readRaw)
    if (outcome.status === "fulfilled")
      t.isNothing(outcome.value, `${operation} with ${JSON.stringify(row.fields[key.field])} as ${key.name}`)
  }
}

/** Some drivers end a text at a NUL when they read it, so the key itself is not compared. */
async function expectSameRow(t: CaseContext, row: Row, key: Kind["keys"][number]): Promise<void> {
  for (const { operation, expected, read } of lookupsBy(row, key)) {
    const { [key.field]: _, ...rest } = expected
    t.row(await read(), rest, `${operation} of a row with an odd ${key.name}`)
  }
}

const controlCase = (kind: Kind): NewCase => ({
  id: `exact-keys/control-characters-in-${kind.name}s`,
  clause: "SEC-J8",
  also: ["SEC-C3", "SEC-J7", `§4 ${kind.create}`],
  title: `A key of ${kind.one} with a NUL or another control character is refused, or is a key of its own`,
  harm: "A key that ends at such a character opens the row of another person.",
  fix: "Refuse keys that the store cannot hold, in writes and in lookups, before the store sees them.",
  async run(t) {
    const owners = [await newOwner(t), await newOwner(t)] as const
    for (const key of kind.keys)
      for (const character of controls) {
        const start = t.unique()
        const toKey = (end: string) => (key.folds ? key.toKey(`${start}${end}`) : `${start}${end}`)
        const plain = await kind.row(t, owners[0], { [key.field]: toKey("") }).store()
        const like = (end: string) =>
          kind.row(t, owners[1], { ...otherParts(plain, key), [key.field]: toKey(`${character}${end}`) })
        await expectNothing(t, like("a"), key)
        const stored = await t.attempt(() => like("a").store())
        if (stored.status === "rejected") await expectNothing(t, like("a"), key)
        for (const end of ["", "b"]) await expectNothing(t, like(end), key)
        if (stored.status === "fulfilled") await expectSameRow(t, stored.value, key)
        await expectFound(t, plain, "of the row without the character")
      }
  },
})

/** Texts that a column of numbers, or a comparison of numbers, takes for one. */
const numeric = ["7", "007", "7.0", "7e0", "0x7", "+7", "1000", "1e3", "16", "0x10"]

const numericCase = (kind: Kind): NewCase => ({
  id: `exact-keys/short-numbers-in-${kind.name}s`,
  clause: "SEC-C3",
  also: ["SEC-J10", `§4 ${kind.create}`],
  guarantees: ["byte_exact_keys"],
  title: `Parts of the key of ${kind.one} such as "7", "007", "1e3" and "0x10" are different texts`,
  harm: "The account or the link of one person is that of another.",
  fix: "Store the parts of a key as text, and never convert them to numbers.",
  async run(t) {
    const key = kind.keys.at(-1) as Kind["keys"][number]
    const parts = Object.fromEntries(kind.keys.map(({ field, toKey }) => [field, toKey(t.unique())]))
    const rows: Row[] = []
    for (const text of numeric) {
      const row = kind.row(t, await newOwner(t), { ...parts, [key.field]: text })
      await expectNoRow(t, row, key)
      rows.push(await row.store())
    }
    for (const row of rows) await expectFound(t, row, `of the row of ${row.fields[key.field]}`)
  },
})

const ends = ["0", ":0", "/0", "x"]

const prefixCase: NewCase = {
  id: "exact-keys/beginnings-of-other-keys",
  clause: "SEC-C3",
  also: ["SEC-B6", "SEC-J8", "§4 deleteUser"],
  title: "Rows whose keys begin with the whole key of another row stay when that row is removed",
  harm: "Deleting one user, session or account removes those of another person.",
  evidence: "Stores with one table of keys that delete or list by the beginning of a key",
  fix: "End the key of a user in an index with a separator that no key contains, or compare it whole.",
  async run(t) {
    for (const end of t.some(ends, 4)) {
      const short = await newOwner(t)
      const [name, domain] = short.email.split("@")
      const user = t.user({
        id: `${short.id}${end}`,
        email: `${name}@${domain}${end === "x" ? "x" : ".au"}`,
      })
      const { id } = await t.adapter.createUser(user)
      const long = { ...user, id }
      const pairs: [Kind, Row, Row][] = []
      for (const kind of kinds.filter(({ isOwned, create }) => isOwned && offers(t, create))) {
        const first = await kind.row(t, short).store()
        const keys = Object.fromEntries(kind.keys.map(({ field }) => [field, `${first.fields[field]}${end}`]))
        pairs.push([kind, first, await kind.row(t, long, keys).store()])
      }
      for (const [kind, first] of pairs) for (const remove of createRemovals(t, kind, first)) await remove()
      for (const [, , second] of pairs) await expectFound(t, second, "of the row with the longer key")
      await t.adapter.deleteUser(short.id)
      for (const [, , second] of pairs)
        await expectFound(t, second, "of a row of the user with the longer key")
      t.row(await t.adapter.getUser(id), { id, email: user.email }, "the user with the longer key")
      for (const [kind, first] of pairs) if (kind.keys.length === 1) await expectNoRow(t, first, ownerKey)
    }
  },
}

export const oddKeys: readonly NewCase[] = [
  ...kinds.map(controlCase),
  ...pairedKinds.map(numericCase),
  prefixCase,
]
