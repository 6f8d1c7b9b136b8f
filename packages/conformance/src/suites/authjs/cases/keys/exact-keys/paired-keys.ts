import type { CaseContext, NewCase } from "../../../case.ts"
import { expectFound, type Kind, newOwner } from "../../rows.ts"
import { createWrites, expectNoRow, pairedKinds } from "../keyed.ts"

// If an adapter joins the parts with one of these, ("a", "bc") and ("ab", "c") can become the same key.
export const separators = [":", "/", "|", ",", "#", "_", "-", ".", " ", "\\", "?", "&", "=", "\n", "::"]

/** The empty text joins the parts without a separator. */
const joints = ["", ...separators]

const about = { clause: "SEC-C3" } as const

const listClauses = ({ keys, create, remove }: Kind) => [
  ...new Set([...keys.map(({ clause }) => clause), `§4 ${create}`, ...(remove ? [`§4 ${remove}`] : [])]),
]

/** The fields of a kind with these values. */
const toFields = ({ keys }: Kind, values: readonly unknown[]) =>
  Object.fromEntries(keys.map(({ field }, index) => [field, values[index]]))

const joinedPartsCase = (kind: Kind): NewCase => ({
  ...about,
  id: `exact-keys/joined-parts-of-${kind.name}s`,
  also: listClauses(kind),
  title: `Two ${kind.many} whose keys join to the same text are found, and removed, separately`,
  harm: "An attacker chooses such a key and signs in as another user.",
  fix: "Store the parts of a key in separate columns, or escape the separator.",
  async run(t) {
    const [ada, bob] = [await newOwner(t), await newOwner(t)]
    for (const separator of t.some(joints, 6))
      for (const isReversed of [false, true]) {
        const [start, end] = [t.unique(), t.unique()]
        const pairs = [
          [start, `b${separator}${end}`],
          [`${start}${separator}b`, end],
        ]
        const [firstPair, secondPair] = isReversed ? pairs.reverse() : pairs
        const stored = await kind.row(t, ada, toFields(kind, firstPair ?? [])).store()
        const joined = kind.row(t, bob, toFields(kind, secondPair ?? []))
        for (const key of kind.keys) await expectNoRow(t, joined, key)
        t.isNothing(await joined.remove?.(), `a removal by parts joined with ${JSON.stringify(separator)}`)
        await joined.store()
        for (const row of [stored, joined])
          await expectFound(t, row, `of parts joined with ${JSON.stringify(separator)}`)
      }
  },
})

const bothPartsCase = (kind: Kind): NewCase => ({
  ...about,
  id: `exact-keys/both-parts-of-${kind.name}s`,
  also: [...listClauses(kind), ...(kind.isReadOnce ? ["SEC-E4", "vector 5"] : [])],
  title: `Only both parts of a key together find one of several ${kind.many}, of one user or of two`,
  harm: "A person who has one part of a key is signed in as another user, or makes their link useless.",
  evidence:
    "CVE-2021-21310 and CVE-2022-39263: adapters of next-auth did not compare the address, or the token; MongoDB compares conditions on a list one by one, unless they are in $elemMatch",
  fix: "Match both parts of the key in one row.",
  async run(t) {
    const [ada, bob] = [await newOwner(t), await newOwner(t)]
    for (const owners of [
      [ada, ada],
      [ada, bob],
    ]) {
      const newRows = owners.map((owner, index) =>
        kind.row(t, owner, kind.isReadOnce ? {} : { provider: ["github", "google"][index] }),
      )
      const rows = await Promise.all(newRows.map((row) => row.store()))
      const absent = kind.row(t, bob, toFields(kind, [t.email(), t.token()]))
      for (const [leftRow, rightRow] of [rows, rows.toReversed(), [rows[0], absent], [absent, rows[0]]]) {
        const [first, second] = kind.keys.map(
          ({ field }, index) => (index === 0 ? leftRow : rightRow)?.fields[field],
        )
        const crossed = kind.row(t, bob, toFields(kind, [first, second]))
        for (const key of kind.keys) await expectNoRow(t, crossed, key)
        for (const write of createWrites(t, kind, crossed))
          t.isNothing(await write(), "a removal by half a key")
      }
      for (const row of rows) await expectFound(t, row, "of a row, after calls with a part of its key")
    }
  },
})

const halfKeyCase = (kind: Kind): NewCase => ({
  ...about,
  id: `exact-keys/half-a-key-removes-no-${kind.name}s`,
  also: listClauses(kind),
  title: `A removal by half of the key of ${kind.one} removes nothing`,
  harm: "Removing one row removes those of other people that share a provider, an id or an address.",
  fix: "Name both parts of the key in the condition of the removal.",
  async run(t) {
    const row = await kind.row(t, await newOwner(t)).store()
    const absent = kind.row(t, await newOwner(t), toFields(kind, [t.email(), t.token()]))
    for (const { field } of kind.keys)
      await kind.row(t, await newOwner(t), { ...absent.fields, [field]: row.fields[field] }).remove?.()
    await expectFound(t, row, "of a row, after removals by half of its key")
  },
})

const sameTokenCase: NewCase = {
  id: "exact-keys/same-token-of-two-addresses",
  clause: "SEC-E1",
  guarantees: ["same_token_two_identifiers"],
  title: "The same token for two addresses is two tokens",
  harm: "Short codes can occur twice: one user is signed in and the other is refused.",
  async run(t: CaseContext) {
    const tokens = [t.verificationToken({ token: "424242" }), t.verificationToken({ token: "424242" })]
    for (const token of tokens) await t.adapter.createVerificationToken({ ...token })
    for (const token of tokens) {
      const { identifier } = token
      const used = await t.adapter.useVerificationToken({ identifier, token: token.token })
      t.row(used, token, "the token of one of both addresses")
    }
  },
}

export const pairedKeys: readonly NewCase[] = [
  ...pairedKinds.map(joinedPartsCase),
  ...pairedKinds.map(halfKeyCase),
  ...pairedKinds.map(bothPartsCase),
  sameTokenCase,
]
