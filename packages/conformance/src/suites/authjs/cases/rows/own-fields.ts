import { listCases } from "../../case.ts"
import { accountKey, tokenKey } from "../row.ts"
import { readAccount } from "../stored.ts"
import { expectOwn, listFields, type MarkedPerson, markedPerson } from "./canaries.ts"

const about = {
  clause: "SEC-S18",
  evidence: "A join whose columns are all copied into the row that is returned",
  fix: "Name the fields that a row has when it is read. Do not return all columns of a join.",
} as const

/** The session, or the user, of an answer of getSessionAndUser. */
const part = (pair: unknown, name: "session" | "user"): unknown => Object(pair)[name]

export const ownFields = listCases(about, [
  {
    id: "own-fields/of-users",
    also: ["§2 AdapterUser", "§4 getUserByAccount", "§4 getSessionAndUser"],
    title:
      "Every lookup of a user returns the same fields, and nothing of an account, a session or another row",
    harm: "The client copies the user into the session, so provider tokens or the session token reach the browser.",
    async run(t) {
      const people = [await markedPerson(t), await markedPerson(t)]
      for (const person of people) {
        const { user, account, session } = person.rows
        const pair = await t.adapter.getSessionAndUser(session.sessionToken)
        const results = {
          getUser: await t.adapter.getUser(user.id),
          getUserByEmail: await t.adapter.getUserByEmail(user.email),
          getUserByAccount: await t.adapter.getUserByAccount(accountKey(account)),
          "the user of getSessionAndUser": part(pair, "user"),
        }
        for (const [lookup, row] of Object.entries(results)) {
          t.row(row, user, lookup)
          expectOwn(t, row, ["user", person, people], lookup)
          t.equal(listFields(row), listFields(results.getUser), `${lookup}: the fields that getUser returns`)
        }
        t.equal(listFields(pair), ["session", "user"], "the parts of getSessionAndUser")
      }
    },
  },
  {
    id: "own-fields/of-written-users",
    also: ["§4 createUser", "§4 updateUser", "§4 deleteUser"],
    title: "createUser, updateUser and deleteUser return nothing of another row",
    harm: "The result of a sign-up or of a change of a profile carries the tokens of the user.",
    async run(t) {
      const people = [await markedPerson(t), await markedPerson(t)]
      for (const person of people) {
        const { id } = person.rows.user
        expectOwn(t, person.results.user, ["user", person, people], "createUser")
        expectOwn(t, await t.adapter.updateUser({ id }), ["user", person, people], "updateUser")
        expectOwn(t, await t.adapter.deleteUser(id), ["user", person, people], "deleteUser")
      }
    },
  },
  {
    id: "own-fields/of-sessions",
    also: ["§2 AdapterSession", "§4 getSessionAndUser"],
    title: "Every operation on a session returns nothing of its user, of an account or of another row",
    harm: "The client passes the session to the application, so an address or a token reaches the browser.",
    async run(t) {
      const people = [await markedPerson(t), await markedPerson(t)]
      const check = (person: MarkedPerson, row: unknown, what: string) =>
        expectOwn(t, row, ["session", person, people], what)
      for (const person of people) {
        const { sessionToken, expires } = person.rows.session
        check(person, person.results.session, "createSession")
        const pair = await t.adapter.getSessionAndUser(sessionToken)
        t.row(pair?.session, person.rows.session, "the session of getSessionAndUser")
        check(person, part(pair, "session"), "the session of getSessionAndUser")
        check(person, await t.adapter.updateSession({ sessionToken, expires }), "updateSession")
        check(person, await t.adapter.deleteSession(sessionToken), "deleteSession")
      }
    },
  },
  {
    id: "own-fields/of-accounts",
    also: ["§2 AdapterAccount", "§4 getAccount"],
    title: "Every operation on an account returns nothing of its user, of a session or of another row",
    harm: "Code that shows the accounts of a user shows the session token or the address.",
    async run(t) {
      const people = [await markedPerson(t), await markedPerson(t)]
      const check = (person: MarkedPerson, row: unknown, what: string) =>
        expectOwn(t, row, ["account", person, people], what)
      for (const person of people) {
        const { account } = person.rows
        check(person, person.results.account, "linkAccount")
        const storedAccount = await readAccount(t, account)
        t.row(storedAccount, account, "getAccount")
        check(person, storedAccount, "getAccount")
        check(person, await t.adapter.unlinkAccount(accountKey(account)), "unlinkAccount")
      }
    },
  },
  {
    id: "own-fields/of-passkeys",
    also: ["§2 AdapterAuthenticator", "§4 listAuthenticatorsByUserId"],
    title: "Every lookup and the list return the same fields of a passkey, and nothing of another row",
    harm: "The client sends the passkeys of a user to the browser before the user has signed in.",
    async run(t) {
      const people = [await markedPerson(t), await markedPerson(t)]
      for (const person of people) {
        const { credentialID, userId, counter } = person.rows.passkey
        const listed = await t.adapter.listAuthenticatorsByUserId(userId)
        t.equal(listed.length, 1, "the length of the list")
        const storedPasskey = await t.adapter.getAuthenticator(credentialID)
        t.row(storedPasskey, person.rows.passkey, "getAuthenticator")
        for (const [what, row] of [
          ["createAuthenticator", person.results.passkey],
          ["getAuthenticator", storedPasskey],
          ["listAuthenticatorsByUserId", listed[0]],
          [
            "updateAuthenticatorCounter",
            await t.adapter.updateAuthenticatorCounter(credentialID, counter + 1),
          ],
        ] as const)
          expectOwn(t, row, ["passkey", person, people], what)
        t.equal(
          listFields(listed[0]),
          listFields(storedPasskey),
          "the fields in the list, as getAuthenticator returns them",
        )
      }
    },
  },
  {
    id: "own-fields/of-tokens",
    also: ["§2 VerificationToken", "§4 useVerificationToken"],
    title: "A verification token is created and used without fields of the user of its address",
    harm: "Whoever asks for a sign-in link to an address learns about the user of the address.",
    async run(t) {
      const people = [await markedPerson(t), await markedPerson(t)]
      for (const person of people) {
        const { token } = person.rows
        expectOwn(t, person.results.token, ["token", person, people], "createVerificationToken")
        const used = await t.adapter.useVerificationToken(tokenKey(token))
        t.row(used, token, "useVerificationToken")
        expectOwn(t, used, ["token", person, people], "useVerificationToken")
      }
    },
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
