import type { NewCase } from "../../case.ts"
import { expectAbsent, expectFound, type Kind, newOwner, ownedKinds } from "../rows.ts"

const about = {
  guarantees: ["foreign_keys"],
  evidence: "@auth/neo4j-adapter writes nothing for an unknown user and reports success",
  fix: "Check the owner and insert the row in one transaction, and throw if no row was inserted.",
} as const

const refusedCase = (kind: Kind): NewCase => ({
  ...about,
  id: `owners/missing-owner-of-${kind.name}s-is-refused`,
  level: "should",
  clause: `§4 ${kind.create}`,
  title: `${kind.create} throws for a user who does not exist`,
  harm: "The row is reported as stored, but it never works, and its key may be taken for ever.",
  async run(t) {
    const nobody = { ...t.user(), id: crypto.randomUUID() }
    await t.throws(() => kind.row(t, nobody).store(), `${kind.create} for an unknown user`, "not_found")
  },
})

const leadsNowhereCase = (kind: Kind): NewCase => ({
  ...about,
  id: `owners/missing-owner-of-${kind.name}s`,
  clause: `§4 ${kind.create}`,
  also: ["SEC-B6", "§7.2", "§4 getUserByAccount", "§4 getSessionAndUser"],
  title: `${kind.One} of a user who does not exist finds no user, and is not lost without an error`,
  harm: "The client continues with an incomplete user, or shows success for a row that never works.",
  async run(t) {
    const gone = await newOwner(t)
    await t.adapter.deleteUser(gone.id)
    for (const id of [crypto.randomUUID(), gone.id]) {
      const row = kind.row(t, { ...gone, id })
      const stored = await t.attempt(() => row.store())
      const ofUsers = row.lookups.filter(({ expected }) => expected.id === id)
      if (stored.status === "rejected") await expectAbsent(t, row, "after the refusal")
      else if (ofUsers.length > 0) await expectAbsent(t, { ...row, lookups: ofUsers })
      else await expectFound(t, row, "after a creation that succeeded")
    }
  },
})

/** Rows whose user does not exist. */
export const owners: readonly NewCase[] = [
  ...ownedKinds.map(leadsNowhereCase),
  ...ownedKinds.map(refusedCase),
]
