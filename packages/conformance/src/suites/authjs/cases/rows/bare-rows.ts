import { type CaseContext, listCases, type NewCase } from "../../case.ts"
import { type Owner, offers, type Row } from "../row.ts"
import { expectAbsent, expectFound, type Kind, newOwner, ownedKinds, pickKeys } from "../rows.ts"
import { newSession } from "../stored.ts"
import { usersWithoutEmail } from "../users/users-without-email.ts"

const about = {
  harm: "People whose provider sends few fields cannot sign in, though their rows are stored.",
  evidence: "A lookup that joins tables on an optional column, or checks it, loses the rows without it",
  fix: "Join and filter by the keys alone. Decide by the row whether it exists, not by one of its fields.",
} as const

/** Makes the call that creates a row, without the fields that are undefined. */
const create = (t: CaseContext, kind: Kind, { fields }: Row): Promise<unknown> => {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return t.call(kind.create, Object.fromEntries(entries))
}

const bareRowCase = (kind: Kind): NewCase => ({
  ...about,
  id: `bare-rows/${kind.name}s`,
  clause: `§4 ${kind.create}`,
  also: [kind.update, kind.remove].flatMap((operation) => (operation ? [`§4 ${operation}`] : [])),
  title: `${kind.One} without optional fields is found and removed, even if its user has none either`,
  async run(t) {
    for (const { what, fields } of await bareUsers(t)) {
      const row = kind.row(t, fields as Owner, kind.bare)
      t.rowOrNothing(await create(t, kind, row), row.fields, `the result of ${kind.create} for ${what}`)
      await expectFound(t, row, `for ${what}`)
      if (!t.manifest?.missingGuarantees.includes("several_accounts"))
        await kind.row(t, fields as Owner).store()
      await expectFound(t, row, `for ${what}, beside another row`)
      const changed = kind.update && offers(t, kind.update) ? await row.change?.() : undefined
      if (changed) {
        t.rowOrNothing(changed.returned, changed.fields, `the result of ${kind.update} for ${what}`)
        await expectFound(t, changed, `for ${what}, after a change`)
      }
      if (!kind.remove || !offers(t, kind.remove)) continue
      await row.remove?.()
      await expectAbsent(t, row, `for ${what}, after the removal`)
    }
  },
})

const takenBareRowCase = (kind: Kind): NewCase => ({
  id: `bare-rows/taken-${kind.name}s`,
  clause: kind.oneWinner[0],
  also: [`§4 ${kind.create}`],
  ...(kind.unique && { guarantees: [kind.unique] }),
  title: `The key of ${kind.one} without optional fields is taken`,
  harm: "A row without tokens can be stored again for another user, who is then signed in with it.",
  evidence: "A check for a conflict that looks at a field of the row it found, which is empty or zero",
  fix: "Leave conflicts to a unique index, or decide by whether a row was found.",
  async run(t) {
    const otherOwner = await newOwner(t)
    for (const { what, fields } of await bareUsers(t)) {
      const row = kind.row(t, fields as Owner, kind.bare)
      await create(t, kind, row)
      for (const owner of [otherOwner, fields as Owner]) {
        const second = kind.row(t, owner, { ...kind.bare, ...pickKeys(kind, row) })
        await t.throws(() => create(t, kind, second), `a second row with the key of ${what}`, "conflict")
      }
      await expectFound(t, row, `for ${what} afterwards`)
    }
  },
})

export const bareRows = listCases(about, [
  {
    id: "bare-rows/users",
    clause: "§2 AdapterUser",
    also: ["§4 getUserByAccount", "§4 getSessionAndUser", "client 1.6.2"],
    title: "Users whose optional fields are all absent are found by id, address, account and session",
    async run(t) {
      for (const { what, id, email, fields } of await bareUsers(t)) {
        const { provider, providerAccountId, type } = t.account(id)
        await t.adapter.linkAccount({ userId: id, type, provider, providerAccountId })
        const session = await newSession(t, { userId: id })
        for (const when of ["", ", after an update"]) {
          if (when) await t.adapter.updateUser({ id, image: null })
          t.row(await t.adapter.getUser(id), fields, `getUser of ${what}${when}`)
          if (email) t.row(await t.adapter.getUserByEmail(email), fields, `getUserByEmail of ${what}${when}`)
          const owner = await t.adapter.getUserByAccount({ provider, providerAccountId })
          t.row(owner, fields, `getUserByAccount of ${what}${when}`)
          const sessionAndUser = await t.adapter.getSessionAndUser(session.sessionToken)
          t.row(sessionAndUser?.user, fields, `getSessionAndUser of ${what}${when}`)
          t.row(sessionAndUser?.session, session, `the session of ${what}${when}`)
        }
      }
    },
  },
  ...ownedKinds.map(bareRowCase),
  ...ownedKinds.map(takenBareRowCase),
  {
    id: "bare-rows/taken-addresses",
    clause: "SEC-B2",
    also: ["§4 createUser"],
    guarantees: ["unique_emails"],
    title: "The address of a user whose other fields are all absent is taken",
    harm: "Two users have one address, and either of them may be signed in.",
    async run(t) {
      const { id, email } = await t.adapter.createUser({ email: t.email() })
      const otherUser = await t.adapter.createUser(t.user())
      const signUp = () => t.adapter.createUser(t.user({ email }))
      await t.throws(signUp, "a second user of the address", "conflict")
      await t.throws(() => t.adapter.createUser({ email }), "another user with it alone", "conflict")
      await t.throws(
        () => t.adapter.updateUser({ id: otherUser.id, email }),
        "a change to the address",
        "conflict",
      )
      t.row(await t.adapter.getUserByEmail(email), { id, name: null }, "getUserByEmail afterwards")
    },
  },
  {
    id: "bare-rows/lists",
    level: "may",
    clause: "SEC-D7",
    title: "listSessions and listAccounts contain the rows of users whose optional fields are all absent",
    async run(t) {
      const { listSessions, listAccounts } = t.extras
      for (const { what, id } of await bareUsers(t)) {
        const { provider, providerAccountId, type } = t.account(id)
        const account = { userId: id, type, provider, providerAccountId }
        await t.adapter.linkAccount(account)
        const session = await newSession(t, { userId: id })
        const [accounts, sessions] = [await listAccounts(id), await listSessions(id)]
        t.equal([accounts.length, sessions.length], [1, 1], `the lengths of the lists of ${what}`)
        t.row(accounts[0], account, `the listed account of ${what}`)
        const { sessionToken: _, ...rest } = session
        t.row(sessions[0], rest, `the listed session of ${what}`)
        t.equal(
          Object.keys(accounts[0] ?? {}).sort(),
          Object.keys((await t.adapter.getAccount(providerAccountId, provider)) ?? {}).sort(),
          "the fields of a listed account, as getAccount returns them",
        )
      }
    },
  },
])

/** A user whose optional fields are absent, and the fields that every lookup must return. */
type BareUser = {
  readonly what: string
  readonly id: string
  readonly email?: string
  readonly fields: object
}

const empty = { name: null, image: null, emailVerified: null }

/**
 * Users without optional fields: one with an address alone, one with a name alone, and one without any field. The
 * contract requires an address, so an adapter may refuse the latter two.
 */
async function bareUsers(t: CaseContext): Promise<BareUser[]> {
  const email = t.email()
  const { id } = await t.adapter.createUser({ email })
  const withAddress = { what: "a user with an address alone", id, email, fields: { ...empty, id, email } }
  const accepted = await usersWithoutEmail(t)
  if (accepted.some(({ status }) => status === "rejected")) return [withAddress]

  const create = (name: string | undefined) =>
    t.adapter.createUser({ id: crypto.randomUUID(), name, email: undefined, emailVerified: null })
  const [named, bare] = [await create("Ada"), await create(undefined)]
  const nothing = { ...empty, email: null }
  return [
    withAddress,
    { what: "a user with a name alone", id: named.id, fields: { ...nothing, id: named.id, name: "Ada" } },
    { what: "a user without any field", id: bare.id, fields: { ...nothing, id: bare.id } },
  ]
}
