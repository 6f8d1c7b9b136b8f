import { type CaseContext, listTable } from "../../case.ts"
import { accountKey, tokenKey } from "../row.ts"
import { readAccount } from "../stored.ts"
import { expectOwn, type Kind, listFields, type MarkedPerson, markedPerson } from "./canaries.ts"

const about = {
  clause: "SEC-S18",
  evidence: "A join whose columns are all copied into the row that is returned",
  fix: "Name the fields that a row has when it is read. Do not return all columns of a join.",
} as const

/** What operations returned, by their names. */
type Results = Readonly<Record<string, unknown>>

type OwnFields = {
  readonly kind: Kind
  /** Makes the lookups of a person's row. They return the whole row, and the same fields. */
  lookUp(t: CaseContext, person: MarkedPerson): Promise<Results>
  /** Makes the writes, after the lookups. They may return nothing. */
  write(t: CaseContext, person: MarkedPerson): Promise<Results>
}

async function checkOwn(t: CaseContext, { kind, lookUp, write }: OwnFields): Promise<void> {
  const people = [await markedPerson(t), await markedPerson(t)]
  for (const person of people) {
    const lookups = await lookUp(t, person)
    const [first] = Object.values(lookups)
    for (const [what, row] of Object.entries(lookups)) {
      t.row(row, person.rows[kind], what)
      t.equal(listFields(row), listFields(first), `${what}: the fields that every lookup returns`)
    }
    for (const [what, row] of Object.entries({ ...lookups, ...(await write(t, person)) }))
      expectOwn(t, row, [kind, person, people], what)
  }
}

/** The parts of what getSessionAndUser returns. */
async function readPair(
  t: CaseContext,
  { rows }: MarkedPerson,
): Promise<{ session: unknown; user: unknown }> {
  const pair = await t.adapter.getSessionAndUser(rows.session.sessionToken)
  t.equal(listFields(pair), ["session", "user"], "the parts of getSessionAndUser")
  return { session: Object(pair).session, user: Object(pair).user }
}

export const ownFields = listTable(about, checkOwn, [
  {
    id: "own-fields/of-users",
    also: ["§2 AdapterUser", "§4 getUserByAccount", "§4 getSessionAndUser"],
    title:
      "Every lookup of a user returns the same fields, and nothing of an account, a session or another row",
    harm: "The client copies the user into the session, so provider tokens or the session token reach the browser.",
    kind: "user",
    lookUp: async (t, person) => ({
      getUser: await t.adapter.getUser(person.rows.user.id),
      getUserByEmail: await t.adapter.getUserByEmail(person.rows.user.email),
      getUserByAccount: await t.adapter.getUserByAccount(accountKey(person.rows.account)),
      "the user of getSessionAndUser": (await readPair(t, person)).user,
    }),
    write: async () => ({}),
  },
  {
    id: "own-fields/of-written-users",
    also: ["§4 createUser", "§4 updateUser", "§4 deleteUser"],
    title: "createUser, updateUser and deleteUser return nothing of another row",
    harm: "The result of a sign-up or of a change of a profile carries the tokens of the user.",
    kind: "user",
    lookUp: async () => ({}),
    write: async (t, { rows, results }) => ({
      createUser: results.user,
      updateUser: await t.adapter.updateUser({ id: rows.user.id }),
      deleteUser: await t.adapter.deleteUser(rows.user.id),
    }),
  },
  {
    id: "own-fields/of-sessions",
    also: ["§2 AdapterSession", "§4 getSessionAndUser"],
    title: "Every operation on a session returns nothing of its user, of an account or of another row",
    harm: "The client passes the session to the application, so an address or a token reaches the browser.",
    kind: "session",
    lookUp: async (t, person) => ({
      "the session of getSessionAndUser": (await readPair(t, person)).session,
    }),
    write: async (t, { rows: { session }, results }) => ({
      createSession: results.session,
      updateSession: await t.adapter.updateSession({
        sessionToken: session.sessionToken,
        expires: session.expires,
      }),
      deleteSession: await t.adapter.deleteSession(session.sessionToken),
    }),
  },
  {
    id: "own-fields/of-accounts",
    also: ["§2 AdapterAccount", "§4 getAccount"],
    title: "Every operation on an account returns nothing of its user, of a session or of another row",
    harm: "Code that shows the accounts of a user shows the session token or the address.",
    kind: "account",
    lookUp: async (t, { rows }) => ({ getAccount: await readAccount(t, rows.account) }),
    write: async (t, { rows, results }) => ({
      linkAccount: results.account,
      unlinkAccount: await t.adapter.unlinkAccount(accountKey(rows.account)),
    }),
  },
  {
    id: "own-fields/of-passkeys",
    also: ["§2 AdapterAuthenticator", "§4 listAuthenticatorsByUserId"],
    title: "Every lookup and the list return the same fields of a passkey, and nothing of another row",
    harm: "The client sends the passkeys of a user to the browser before the user has signed in.",
    kind: "passkey",
    async lookUp(t, { rows: { passkey } }) {
      const listed = await t.adapter.listAuthenticatorsByUserId(passkey.userId)
      t.equal(listed.length, 1, "the length of the list")
      const getAuthenticator = await t.adapter.getAuthenticator(passkey.credentialID)
      return { getAuthenticator, listAuthenticatorsByUserId: listed[0] }
    },
    write: async (t, { rows: { passkey }, results }) => ({
      createAuthenticator: results.passkey,
      updateAuthenticatorCounter: await t.adapter.updateAuthenticatorCounter(
        passkey.credentialID,
        passkey.counter + 1,
      ),
    }),
  },
  {
    id: "own-fields/of-tokens",
    also: ["§2 VerificationToken", "§4 useVerificationToken"],
    title: "A verification token is created and used without fields of the user of its address",
    harm: "Whoever asks for a sign-in link to an address learns about the user of the address.",
    kind: "token",
    lookUp: async (t, { rows }) => ({
      useVerificationToken: await t.adapter.useVerificationToken(tokenKey(rows.token)),
    }),
    write: async (_t, { results }) => ({ createVerificationToken: results.token }),
  },
  {
    id: "own-fields/of-lists",
    level: "may",
    also: ["SEC-D7"],
    title: "listSessions and listAccounts return nothing of another row",
    harm: "A page that shows where a user is signed in shows provider tokens or addresses.",
    async run(t) {
      const { listSessions, listAccounts } = t.extras
      const people = [await markedPerson(t), await markedPerson(t)]
      for (const person of people) {
        const { id } = person.rows.user
        const [sessions, accounts] = [await listSessions(id), await listAccounts(id)]
        t.equal([sessions.length, accounts.length], [1, 1], "the lengths of the lists")
        expectOwn(t, sessions[0], ["session", person, people], "listSessions")
        expectOwn(t, accounts[0], ["account", person, people], "listAccounts")
      }
    },
  },
])
