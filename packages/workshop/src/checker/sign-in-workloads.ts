import type { Row } from "../../../mortise/src/contract/rows.ts"
import type { Entry } from "../../../mortise/src/operations/store.ts"
import type { Workload } from "./check-schedule.ts"
import type { VerbCall } from "./verb-call.ts"

const [ids, emails, tokens] = [
  ["u1", "u2"],
  ["a@x", "b@x"],
  ["s1", "s2"],
] as const
const [soon, later] = [new Date("2098-01-01"), new Date("2099-01-01")]

const user = (id: string, email: string | null): Entry => [
  "user",
  { id, email, name: null, image: null, emailVerified: null },
]
const session = (sessionToken: string, userId: string): Entry => [
  "session",
  { sessionToken, userId, expires: soon },
]
const accountRow = (userId: string): Row => ({
  userId,
  type: "oauth",
  provider: "p",
  providerAccountId: "1",
})
const account = (userId: string): Entry => ["account", accountRow(userId)]
const token = (identifier: string): Entry => ["verificationToken", { identifier, token: "t", expires: soon }]

const insert = (...entries: Entry[]): VerbCall => ({ verb: "insert", entries })
const accountKey = { provider: "p", providerAccountId: "1" }

const writes: readonly VerbCall[] = [
  ...ids.flatMap((id): VerbCall[] => [
    ...emails.map((email) => insert(user(id, email))),
    ...emails.map((email) => insert(user(id, email), account(id), session("s1", id))),
    ...emails.map((email): VerbCall => ({ verb: "update", model: "user", key: { id }, patch: { email } })),
    ...tokens.map((name) => insert(session(name, id))),
    insert(account(id)),
    { verb: "update", model: "user", key: { id }, patch: { name: "Ada" } },
    { verb: "removeUser", id },
    { verb: "removeUser", id },
  ]),
  ...tokens.flatMap((sessionToken): VerbCall[] => [
    { verb: "take", model: "session", key: { sessionToken } },
    { verb: "update", model: "session", key: { sessionToken }, patch: { expires: later } },
  ]),
  { verb: "take", model: "account", key: accountKey },
  ...emails.flatMap((identifier): VerbCall[] => [
    insert(token(identifier)),
    { verb: "take", model: "verificationToken", key: { identifier, token: "t" } },
  ]),
]

const reads: readonly VerbCall[] = [
  ...ids.map((id): VerbCall => ({ verb: "find", model: "user", key: { id } })),
  ...emails.map((email): VerbCall => ({ verb: "find", model: "user", key: { email } })),
  ...tokens.map(
    (sessionToken): VerbCall => ({ verb: "findWithUser", model: "session", key: { sessionToken } }),
  ),
  { verb: "find", model: "account", key: accountKey },
  ...emails.map(
    (identifier): VerbCall => ({ verb: "find", model: "verificationToken", key: { identifier, token: "t" } }),
  ),
]

const signUp = insert(user("u1", "a@x"), account("u1"), session("s1", "u1"))
const link = insert(token("a@x"))
const lateSignUps = [
  ...emails.map((email) => insert(user(`late ${email}`, email))),
  insert(session("s1", "late a@x")),
]

/** Sign-ups, sign-ins, changes of addresses, removals and sign-in links of two users. */
const everything: Workload = {
  before: [signUp, link],
  choices: [...writes, ...reads],
  after: [...reads, ...lateSignUps, ...reads],
}

const readSession: VerbCall = { verb: "findWithUser", model: "session", key: { sessionToken: "s1" } }

const takeSession: VerbCall = { verb: "take", model: "session", key: { sessionToken: "s1" } }
const extendSession: VerbCall = {
  verb: "update",
  model: "session",
  key: { sessionToken: "s1" },
  patch: { expires: later },
}

/** One session that callers create, extend and delete, while its user may be removed. */
const oneSession: Workload = {
  before: [signUp],
  choices: [
    ...[insert(session("s1", "u1")), insert(session("s1", "u1")), insert(session("s1", "u2"))],
    ...[takeSession, takeSession, extendSession, extendSession],
    readSession,
    { verb: "removeUser", id: "u1" },
  ],
  after: [readSession, ...lateSignUps, readSession],
}

const readLink: VerbCall = {
  verb: "find",
  model: "verificationToken",
  key: { identifier: "a@x", token: "t" },
}

/** One sign-in link of an address, while the user with this address is removed. */
const oneLink: Workload = {
  before: [signUp, link],
  choices: [
    link,
    { verb: "take", model: "verificationToken", key: { identifier: "a@x", token: "t" } },
    readLink,
    { verb: "removeUser", id: "u1" },
    { verb: "removeUser", id: "u1" },
    { verb: "update", model: "user", key: { id: "u1" }, patch: { email: "b@x" } },
    insert(user("u1", "a@x")),
  ],
  after: [readLink, ...lateSignUps, readLink],
}

/** Few keys in each, so that callers meet. */
export const signInWorkloads: readonly Workload[] = [everything, oneSession, oneLink]
