import { type OperationName, operationNames } from "mortise"
import { findOperation } from "../../../../engine/case-tools/find-operation.ts"
import type { CaseContext, NewCase } from "../../case.ts"
import type { TestedAdapter } from "../../tested-adapter.ts"
import { accountKey, tokenKey } from "../row.ts"

const withoutThis =
  "Return an object of closures. A class can bind each method in its constructor: this.getUser = this.getUser.bind(this)."

export const shape: readonly NewCase[] = [
  {
    id: "shape/own-and-enumerable",
    clause: "client 1.1",
    also: ["vector 1", "§1.2"],
    title: "The operations are own, enumerable properties of a plain object",
    harm: "The client copies the adapter's own keys. An operation on a prototype is lost, and calling it throws.",
    evidence: '@auth/core answers "getUserByAccount is not a function" for an instance of a class',
    fix: "Return an object literal of functions.",
    async run(t) {
      const keys = Object.keys(t.raw)
      const hidden = operationNames.filter((name) => findOperation(t.raw, name) && !keys.includes(name))

      t.equal(hidden, [], "operations that are not own and enumerable")
    },
  },
  {
    id: "shape/works-without-this",
    clause: "client 1.1",
    also: ["vector 1"],
    title: "The operations work when they are called without the adapter as `this`",
    harm: "The client calls the operations unbound, so every sign-in ends in an error.",
    fix: withoutThis,
    async run(t) {
      const { createUser, getUser, getUserByEmail } = t.adapter
      const user = t.user()

      const { id, email } = await createUser(user)

      t.row(await getUser(id), { id }, "getUser, called unbound")
      t.row(await getUserByEmail(email), { id }, "getUserByEmail, called unbound")
    },
  },
  {
    id: "shape/every-operation-works-without-this",
    clause: "client 1.1",
    also: ["vector 1"],
    title: "No operation throws a TypeError when it is called unbound, as the client calls it",
    harm: 'Some sign-ins fail with an error that only says "undefined".',
    fix: withoutThis,
    async run(t) {
      const user = await t.adapter.createUser(t.user())
      const calls = sampleArguments(t, user.id)
      for (const name of operationNames) {
        const operation = findOperation(t.raw, name)
        if (!operation) continue
        const outcome = await t.attempt(() =>
          t.watch(name, () => operation.apply(undefined, [...calls[name]])),
        )
        const failed = outcome.status === "rejected" && outcome.reason instanceof TypeError
        t.check(!failed, `${name}, called unbound: no TypeError`, failed && outcome.reason)
      }
    },
  },
  {
    id: "shape/spread-and-overridden",
    clause: "§1.4",
    also: ["vector 2"],
    title: "A spread copy of the adapter works, and an overridden operation of the copy is used",
    harm: "The adapter cannot be extended in the way that the Auth.js documentation shows.",
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      t.row(await t.adapter.getUser(ada.id), { id: ada.id }, "getUser of the adapter")
      const original = t.raw as TestedAdapter
      const created: string[] = []
      const extended: TestedAdapter = {
        ...original,
        async createUser(user) {
          const made = await original.createUser(user)
          created.push(made.id)
          return made
        },
      }

      const { id } = await t.watch("createUser", () => extended.createUser(t.user()))

      t.equal(created, [id], "users that went through the new operation")
      t.row(await t.watch("getUser", () => extended.getUser(id)), { id }, "getUser of the copy")
    },
  },
  {
    id: "shape/rows-are-plain",
    clause: "client 1.3",
    also: ["SEC-A9"],
    title: "Rows have their fields as own properties, so a spread copy of a row is complete",
    harm: "The client spreads rows into the session, so the application receives the internals of a library.",
    evidence: "@auth/sequelize-adapter returns model instances",
    async run(t) {
      const user = t.user()
      const created = await t.adapter.createUser(user)
      const { id } = created
      t.row({ ...created }, { ...user, id }, "a copy of createUser's answer")
      t.row(
        { ...(await t.adapter.updateUser({ id, image: null })) },
        { ...user, id, image: null },
        "a copy of updateUser's answer",
      )
      t.row({ ...(await t.adapter.getUser(id)) }, { id, name: user.name }, "a copy of getUser's answer")
      const session = t.session(id)
      t.row({ ...(await t.adapter.createSession(session)) }, session, "a copy of createSession's answer")
      const sessionAndUser = { ...(await t.adapter.getSessionAndUser(session.sessionToken)) }
      t.row({ ...sessionAndUser.session }, session, "a copy of the session found")
      t.row({ ...sessionAndUser.user }, { id, name: user.name }, "a copy of the user found")
    },
  },
  {
    id: "shape/sets-are-complete",
    level: "should",
    clause: "§1.3",
    also: ["§7.1"],
    title: "For each sign-in method, the adapter has all operations that the method needs, or none",
    harm: "The application starts, but the first sign-in fails because an operation is missing.",
    async run(t) {
      for (const [way, names] of Object.entries(sets)) {
        const missing = names.filter((name) => !findOperation(t.raw, name))
        t.check(
          missing.length === 0 || missing.length === names.length,
          `all operations of ${way}, or none`,
          missing,
        )
      }
    },
  },
]

const sets = {
  "database sessions": ["createSession", "getSessionAndUser", "updateSession", "deleteSession"],
  "sign-in by email": ["createVerificationToken", "useVerificationToken"],
  passkeys: [
    "createAuthenticator",
    "getAuthenticator",
    "listAuthenticatorsByUserId",
    "updateAuthenticatorCounter",
  ],
} as const satisfies Record<string, readonly OperationName[]>

/** Valid arguments for one call of each operation. */
function sampleArguments(t: CaseContext, userId: string): Record<OperationName, readonly unknown[]> {
  const account = t.account(userId)
  const session = t.session(userId)
  const token = t.verificationToken()
  const passkey = t.authenticator(userId)
  const key = accountKey(account)
  const { credentialID } = passkey
  return {
    createUser: [t.user()],
    getUser: [userId],
    getUserByEmail: [t.email()],
    getUserByAccount: [key],
    updateUser: [{ id: userId, name: "Ada" }],
    deleteUser: [crypto.randomUUID()],
    linkAccount: [account],
    unlinkAccount: [key],
    getAccount: [account.providerAccountId, account.provider],
    createSession: [session],
    getSessionAndUser: [session.sessionToken],
    updateSession: [{ sessionToken: session.sessionToken, expires: t.inDays(2) }],
    deleteSession: [session.sessionToken],
    createVerificationToken: [token],
    useVerificationToken: [tokenKey(token)],
    createAuthenticator: [passkey],
    getAuthenticator: [credentialID],
    listAuthenticatorsByUserId: [userId],
    updateAuthenticatorCounter: [credentialID, 1],
  }
}
