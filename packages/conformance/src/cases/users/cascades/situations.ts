import type { Case, CaseContext } from "../../../case.ts"
import { usersWithoutEmail } from "../users-without-email.ts"
import { type CascadeRows, cascadeRows, type Owner } from "./cascade-rows.ts"

const harm = "A deleted user can still sign in, or their account and passkey can never be used again."
const evidence = "@auth/azure-tables-adapter does nothing for a user without a session"
const fix = "Delete the rows of every kind by the id of the user, whatever other rows exist."

/** Deletes users with one and with three rows of each kind, and checks that all rows are gone. */
async function deleteAndCheck(t: CaseContext, kinds: readonly CascadeRows[], withEmail: boolean) {
  for (const count of t.some([1, 3], 1)) {
    const owner = withEmail ? await t.adapter.createUser(t.user()) : await createWithoutEmail(t)
    if (!owner) return
    const checks = []
    for (const kind of kinds) for (let nth = 0; nth < count; nth++) checks.push(await kind.store(t, owner))

    await t.adapter.deleteUser(owner.id)

    t.isNull(await t.adapter.getUser(owner.id), "getUser of the deleted user")
    const next = await t.adapter.createUser(t.user())
    for (const check of checks) await check(next)
  }
}

async function createWithoutEmail(t: CaseContext): Promise<Owner | undefined> {
  // The contract requires an address, so an adapter may refuse such users.
  const [first] = await usersWithoutEmail(t)
  if (first.status === "rejected") return undefined
  return t.adapter.createUser({ ...t.user(), email: undefined })
}

const onlyRows = (kind: CascadeRows): Case => ({
  id: `cascades/only-${kind.id}`,
  level: "must",
  clause: "SEC-B6",
  also: ["§4 deleteUser"],
  title: `Deleting a user who only has ${kind.name}, with or without an address, leaves nothing`,
  ...{ harm, evidence, fix },
  async run(t) {
    for (const withEmail of [true, false]) await deleteAndCheck(t, [kind], withEmail)
  },
})

export const cascadeSituations: readonly Case[] = [
  ...cascadeRows.map(onlyRows),
  {
    id: "cascades/every-kind-of-row",
    level: "must",
    clause: "SEC-B6",
    also: ["§4 deleteUser"],
    title: "Deleting a user who has rows of every kind, with or without an address, leaves nothing",
    ...{ harm, evidence, fix },
    async run(t) {
      for (const withEmail of [true, false]) await deleteAndCheck(t, cascadeRows, withEmail)
    },
  },
]
