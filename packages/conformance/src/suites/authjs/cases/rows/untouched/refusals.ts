import type { CaseContext, NewCase } from "../../../case.ts"
import { createRemovals, createWrites } from "../../keys/keyed.ts"
import { offers } from "../../row.ts"
import { expectFound, kinds, pickKeys, pickUniqueKey } from "../../rows.ts"
import { expectAsStored, listRowKinds, type Person, readable, toRow, twoPeople } from "./two-people.ts"

type Write = () => Promise<unknown>

/** Writes that collide with rows of the first person, and updates and deletions of rows that do not exist. */
export const refusals = (t: CaseContext, ada: Person, bob: Person): Write[] => {
  const fields = { name: "Eve", image: "https://example.com/eve.png", emailVerified: t.inDays(-2) }
  return [
    () => t.adapter.createUser({ ...t.user(fields), email: ada.user.email }),
    () => t.adapter.updateUser({ id: bob.user.id, email: ada.user.email, ...fields }),
    () => t.adapter.updateUser({ id: crypto.randomUUID(), email: t.email(), ...fields }),
    () => t.adapter.deleteUser(crypto.randomUUID()),
    ...listRowKinds(t).flatMap((kind) => {
      const first = ada.rows.find((row) => row.kind === kind)
      if (!first) return []
      const ownKeys = pickKeys(kind, toRow(t, ada, first))
      const nobody = { ...bob.user, id: crypto.randomUUID() }
      const absent = kind.row(t, bob.user)
      // A write with an unknown owner and a taken key is refused for two reasons.
      const taken = kind.isReadOnce
        ? []
        : [bob.user, nobody].map((owner) => kind.row(t, owner, { ...kind.changes?.(t, 90), ...ownKeys }))
      const halves = kind.keys.length > 1 ? Object.entries(ownKeys) : []
      const otherKey = Object.fromEntries(kind.keys.map(({ field, toKey }) => [field, toKey(t.unique())]))
      return [
        ...taken.map((row) => () => row.store()),
        ...createWrites(t, kind, absent),
        ...halves.flatMap(([field, value]) =>
          createRemovals(t, kind, kind.row(t, bob.user, { ...otherKey, [field]: value })),
        ),
      ]
    }),
  ]
}

export const untouchedByRefusals: readonly NewCase[] = [
  {
    id: "untouched/by-refused-writes",
    clause: "SEC-A4",
    also: ["SEC-B2", "SEC-B3", "SEC-B4", "SEC-B5"],
    guarantees: ["unique_emails", "unique_accounts", "unique_sessions"],
    title: "Writes that are refused, or that name a row that does not exist, leave every row unchanged",
    harm: "A failed request changes a name, moves an account or ends a session all the same.",
    fix: "Run all statements of an operation in one transaction, and roll it back when one of them fails.",
    async run(t) {
      const [ada, bob] = await twoPeople(t)
      for (const refused of refusals(t, ada, bob)) await t.attempt(refused)
      await expectAsStored(t, ada)
      await expectAsStored(t, bob)
    },
  },
  {
    id: "untouched/by-refused-fields",
    clause: "SEC-A4",
    also: ["SEC-B10", "§4 updateUser", "§4 updateSession", "§4 updateAuthenticatorCounter"],
    title: "A write that is refused for a key or a value stores none of its other fields",
    harm: "A request that failed has changed a name, a token or an expiry all the same.",
    fix: "Check every value before the first write, or run all writes of a call in one transaction.",
    async run(t) {
      const [ada, bob] = await twoPeople(t)
      for (const kind of kinds.filter(({ create }) => offers(t, create))) {
        const row = await kind.row(t, ada.user).store()
        const texts = Object.fromEntries(kind.texts.map((field) => [field, t.unique()]))
        const fields = {
          ...kind.variation?.(t, 91),
          ...kind.changes?.(t, 91),
          ...texts,
          ...pickUniqueKey(kind, row),
        }
        const taken = kind.isReadOnce ? [] : [() => kind.row(t, bob.user, fields).store()]
        const changes = { ...kind.changes?.(t, 92), ...(kind.update && texts) }
        const invalid = kind.update
          ? kind.invalid.map((wrong) => () => row.change?.({ ...changes, ...wrong }))
          : []
        const outcomes = []
        for (const write of [...taken, ...invalid]) outcomes.push(await t.attempt(async () => write()))
        // Other cases test whether a write is refused at all.
        if (outcomes.every(({ status }) => status === "rejected"))
          await expectFound(t, row, "after refused writes of its fields")
      }
    },
  },
  {
    id: "untouched/by-lookups",
    clause: "SEC-B9",
    also: ["§3 session extended"],
    title: "Lookups change nothing: reading every row twice returns the same rows",
    harm: "A session is extended each time it is read, so it never ends.",
    fix: "Leave the extension of sessions to updateSession.",
    async run(t) {
      const [ada, bob] = await twoPeople(t)
      for (const person of [readable(ada), readable(ada), ada, bob]) await expectAsStored(t, person)
    },
  },
]
