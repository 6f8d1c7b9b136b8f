import type { CaseContext, NewCase } from "../../../case.ts"
import { createWithId } from "../../keys/kept-ids.ts"
import type { Row } from "../../row.ts"
import {
  expectAbsent,
  expectFound,
  type Kind,
  kinds,
  newOwner,
  ownedKinds,
  pickUniqueKey,
} from "../../rows.ts"
import { ensureDeleted } from "./ensure-deleted.ts"

const fix = "Use a foreign key, or check the user in the same statement or transaction."

/** Writes that can leave a row behind: the insert, and an update that writes back what it has read. */
const listWriteSorts = (kind: Kind): readonly ("store" | "change")[] =>
  kind.changes ? ["store", "change"] : ["store"]

/** Prepares a write of a row. */
async function lateWrite(t: CaseContext, kind: Kind, row: Row, sort: "store" | "change") {
  if (sort === "store") return row.store
  const { change } = await row.store()
  return async () => change?.(kind.changes?.(t, 0))
}

// A row that is written while its user is deleted may stay behind, where no lookup finds it. It is found again as soon as
// a user has the same id.
const lateRows = (kind: Kind): NewCase => ({
  id: `late-writes/${kind.name}s`,
  clause: "SEC-B6",
  also: [
    ...kind.gone,
    "§4 deleteUser",
    `§4 ${kind.create}`,
    ...(kind.update ? [`§4 ${kind.update}`, "SEC-A4"] : []),
  ],
  guarantees: ["foreign_keys"],
  title: `${kind.One} that is written while its user is deleted is never found, even if the id exists again`,
  harm: "A deleted user stays signed in, or a new user inherits a session, an account or a passkey.",
  fix,
  async run(t) {
    for (const sort of listWriteSorts(kind))
      await t.interleavings(async (fire) => {
        const { id, ...owner } = await newOwner(t)
        const row = kind.row(t, { ...owner, id })
        const write = await lateWrite(t, kind, row, sort)

        await fire(() => t.adapter.deleteUser(id), write)
        await ensureDeleted(t, id)

        await expectAbsent(t, row, "after the deletion")
        if (await createWithId(t, id)) await expectAbsent(t, row, "after the id exists again")
      })
  },
})

const freeKeys = (kind: Kind): NewCase => ({
  id: `late-writes/keys-of-${kind.name}s`,
  level: "should",
  clause: "SEC-B6",
  also: [`§4 ${kind.create}`],
  guarantees: ["foreign_keys"],
  title: `The key of ${kind.one} that is created while its user is deleted is free for another user`,
  harm: "An account or a passkey stays taken forever, and its owner can never sign in with it.",
  fix,
  run: (t) =>
    t.interleavings(async (fire) => {
      const owner = await newOwner(t)
      const row = kind.row(t, owner)

      await fire(() => t.adapter.deleteUser(owner.id), row.store)
      await ensureDeleted(t, owner.id)

      const next = await newOwner(t)
      await expectFound(t, await kind.row(t, next, pickUniqueKey(kind, row)).store(), "with the next owner")
    }),
})

const removedRows = (kind: Kind): NewCase => ({
  id: `late-writes/removed-${kind.name}s`,
  clause: "SEC-B8",
  also: ["SEC-B6", "SEC-A4", "SEC-H6", "client 1.6.13", "vector 9", `§4 ${kind.update}`, `§4 ${kind.remove}`],
  title: `A concurrent change does not bring back ${kind.one} that was ${kind.removed}`,
  harm: "A sign-out has no effect, or a person who asked to be deleted is still stored.",
  evidence:
    "@auth/upstash-redis-adapter and @auth/unstorage-adapter read the session and write it back (auth0/nextjs-auth0#2335)",
  fix: "Use an update that only changes existing rows.",
  async run(t) {
    const owner = await newOwner(t)
    await t.interleavings(async (fire) => {
      const row = await kind.row(t, owner).store()
      const changes = kind.changes?.(t, 0)

      await fire(
        async () => row.remove?.(),
        async () => row.change?.(changes),
      )

      // A change may also have written new keys, such as an address.
      for (const removedRow of [row, kind.row(t, owner, { ...row.fields, ...changes })])
        await expectAbsent(t, removedRow)
    })
  },
})

export const lateRowsOfEveryKind: readonly NewCase[] = [
  ...kinds.filter(({ changes, remove }) => changes && remove).map(removedRows),
  ...ownedKinds.map(lateRows),
  ...ownedKinds.map(freeKeys),
]
