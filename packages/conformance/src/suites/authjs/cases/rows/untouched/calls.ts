import type { OperationName } from "mortise"
import type { CaseContext, NewCase } from "../../../case.ts"
import { kebabCase } from "../../kebab-case.ts"
import { type Kind, kinds } from "../../rows.ts"
import { addRow, expectAsStored, type Person, toRow, toUserRow, twoPeople } from "./two-people.ts"

// Each case makes one call among the rows of two people and then reads every row: only the named row may differ.

type Call = {
  readonly operation: OperationName
  /** Calls the operation and changes the person as the call must change the stored rows. */
  make(t: CaseContext, ada: Person, bob: Person): Promise<unknown>
}

const untouchedCase = ({ operation, make }: Call): NewCase => ({
  id: `untouched/by-${kebabCase(operation)}`,
  clause: `§4 ${operation}`,
  also: ["SEC-A5"],
  title: `${operation} changes the row that it names and no other row of this or another user`,
  harm: "One call signs out a user, changes a counter or removes a sign-in method that it does not name.",
  fix: "Name the whole key in the WHERE clause, and check triggers and cascades.",
  async run(t) {
    const [ada, bob] = await twoPeople(t)
    await make(t, ada, bob)
    await expectAsStored(t, ada)
    await expectAsStored(t, bob)
  },
})

const types = ["oauth", "oidc", "email", "webauthn"]

const createCalls = (kind: Kind): Call[] => [
  {
    operation: kind.create,
    async make(t, ...people) {
      for (const person of people)
        for (const fields of kind.name === "account" ? types.map((type) => ({ type })) : [{}])
          await addRow(t, person, kind, fields)
    },
  },
  ...(kind.update ? [{ operation: kind.update, make: update(kind) }] : []),
  ...(kind.remove
    ? [
        {
          operation: kind.remove,
          // The second person is unverified: to use a token does not verify the address.
          async make(t: CaseContext, ...people: readonly Person[]) {
            for (const person of people) {
              const index = person.rows.findIndex((row) => row.kind === kind)
              const [named] = person.rows.splice(index, 1)
              if (named) await toRow(t, person, named).remove?.()
            }
          },
        },
      ]
    : []),
]

/** Updates the last row of the kind, one field at a time. The last passkey has the highest counter. */
const update =
  (kind: Kind): Call["make"] =>
  async (t, ada, bob) => {
    if (kind.name === "session") {
      const moved = await t.adapter.createSession(t.session(ada.user.id))
      // An adapter may ignore or refuse another owner.
      await t.attempt(() =>
        t.adapter.updateSession({ sessionToken: moved.sessionToken, userId: bob.user.id }),
      )
    }
    const named = ada.rows.findLast((row) => row.kind === kind)
    for (const [field, value] of Object.entries(kind.changes?.(t, 9) ?? {}))
      if (named) named.fields = (await toRow(t, ada, named).change?.({ [field]: value }))?.fields ?? {}
  }

const callsOfUsers: readonly Call[] = [
  { operation: "createUser", make: (t) => t.adapter.createUser(t.user()) },
  {
    operation: "updateUser",
    async make(t, ada) {
      const [users] = kinds
      for (const [field, value] of Object.entries({ ...users?.changes?.(t, 9), image: null })) {
        await toUserRow(t, ada).change?.({ [field]: value })
        ada.user = { ...ada.user, [field]: value }
      }
    },
  },
  {
    operation: "deleteUser",
    async make(t, ada) {
      const [gone] = await twoPeople(t)
      const provider = `p${t.unique()}`
      // The deleted user is the first of this provider.
      for (const person of [gone, ada])
        for (const kind of kinds.filter(({ name }) => name === "account"))
          await addRow(t, person, kind, { provider })
      await t.adapter.deleteUser(gone.user.id)
    },
  },
]

/** One call of each operation that writes. */
export const calls: readonly Call[] = [
  ...callsOfUsers,
  ...kinds.filter(({ name }) => name !== "user").flatMap(createCalls),
]

export const untouchedRows: readonly NewCase[] = calls.map(untouchedCase)
