import { type CaseContext, listCases, type NewCase } from "../../case.ts"
import { expectAbsent, expectFound, type Kind, kinds, newOwner, pickKeys } from "../rows.ts"

// A row can be refused for one of its keys or for a value. An adapter that claims the keys of a row one by one must give
// all of them back: each key then finds nothing and can be taken by another row.

const about = {
  clause: "SEC-B10",
  harm: "After one failed request, an address, an account or a passkey can never be used again.",
  fix: "Claim all keys of a row in one transaction, and roll it back when one of them is taken.",
} as const

const isRefused = async (t: CaseContext, write: () => Promise<unknown>): Promise<boolean> =>
  (await t.attempt(write)).status === "rejected"

const refusedRowCase = (kind: Kind): NewCase => ({
  ...about,
  id: `refused-rows/${kind.name}s`,
  also: [`§4 ${kind.create}`, "SEC-A4", kind.oneWinner[0]],
  title: `The key of ${kind.one} that was refused finds nothing and can be used afterwards`,
  async run(t) {
    const owner = await newOwner(t)
    const rows = kind.invalid.map((fields) => kind.row(t, owner, fields))
    if (kind.isOwned) rows.push(kind.row(t, { ...owner, id: crypto.randomUUID() }))
    for (const row of rows) {
      // Other cases test whether a write is refused at all.
      if (!(await isRefused(t, () => row.store()))) continue
      await expectAbsent(t, row, "after the refusal")
      const valid = await kind.row(t, owner, pickKeys(kind, row)).store()
      await expectFound(t, valid, "after a valid write with the same key")
    }
  },
})

export const refusedRows = listCases(about, [
  ...kinds.map(refusedRowCase),
  {
    id: "refused-rows/addresses",
    also: ["SEC-B2", "§4 createUser", "§4 updateUser"],
    title: "The address of a refused sign-up or update finds no user and can be taken afterwards",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const emailVerified = new Date(Number.NaN)
      const writes: ((email: string) => Promise<unknown>)[] = [
        (email) => t.adapter.createUser(t.user({ id, email })),
        (email) => t.adapter.createUser(t.user({ email, emailVerified })),
        (email) => t.adapter.updateUser({ id: crypto.randomUUID(), email }),
        (email) => t.adapter.updateUser({ id, email, emailVerified }),
        (email) => t.call("updateUser", { id, email, name: {} }),
      ]
      const takes: ((email: string) => Promise<unknown>)[] = [
        (email) => t.adapter.createUser(t.user({ email })),
        (email) => t.adapter.updateUser({ id, email }),
      ]
      for (const write of writes)
        for (const take of takes) {
          const email = t.email()
          if (!(await isRefused(t, () => write(email)))) continue
          t.isNothing(await t.adapter.getUserByEmail(email), "getUserByEmail after a refused write")
          await take(email)
          t.row(await t.adapter.getUserByEmail(email), { email }, "getUserByEmail after a valid write")
        }
    },
  },
  {
    id: "refused-rows/user-ids",
    also: ["SEC-B2", "§4 createUser"],
    title: "The id of a user who was refused for a taken address finds no user and can be used",
    async run(t) {
      const { email } = await t.adapter.createUser(t.user())
      const user = t.user({ email })
      if (!(await isRefused(t, () => t.adapter.createUser(user)))) return
      t.isNothing(await t.adapter.getUser(user.id), "getUser after the refusal")
      const { id } = await t.adapter.createUser({ ...user, email: t.email() })
      t.row(await t.adapter.getUser(id), { id }, "getUser after a valid sign-up")
    },
  },
])
