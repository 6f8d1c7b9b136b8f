/**
 * Generates calls on few rows: of the nineteen operations, from the table of operations and samples of rows; and of the
 * extras and slots, which use the verbs in other ways.
 */
import type { ModelName } from "../../../mortise/src/contract/models.ts"
import { models } from "../../../mortise/src/contract/models.ts"
import { type OperationName, operationVerbs } from "../../../mortise/src/contract/operation-names.ts"
import { type Argument, operations } from "../../../mortise/src/contract/operations.ts"
import { type Call, listFunctions, lost, mark } from "./call.ts"
import type { Subject } from "./subject.ts"

type Fields = Readonly<Record<string, unknown>>

/** The time of every caller. */
export const now = Math.floor(Date.now() / 1000) * 1000

const [past, soon, later] = [2020, 2040, 2050].map((year) => new Date(Date.UTC(year, 0, 1)))

export { past, soon }

export const user = (name: string, address: string): Fields => ({
  id: `${name}${mark}`,
  email: `${address}${mark}@x.example`,
})
export const account = (key: string, owner: string): Fields => ({
  userId: `${owner}${mark}`,
  type: "oauth",
  provider: "p",
  providerAccountId: `${key}${mark}`,
})
export const session = (token: string, owner: string, expires = soon): Fields => ({
  sessionToken: `${token}${mark}`,
  userId: `${owner}${mark}`,
  expires,
})
export const link = (token: string, address: string): Fields => ({
  identifier: `${address}${mark}@x.example`,
  token: `${token}${mark}`,
  expires: soon,
})
const passkey = (key: string, owner: string): Fields => ({
  credentialID: `${key}${mark}`,
  userId: `${owner}${mark}`,
  providerAccountId: `${key}${mark}`,
  credentialPublicKey: "key",
  counter: 5,
  credentialDeviceType: "singleDevice",
  credentialBackedUp: false,
})

/** The rows that are there before the callers start. */
const stored: readonly (readonly [ModelName, Fields])[] = [
  ["user", user("u1", "a")],
  ["user", user("u2", "b")],
  ["account", account("k1", "u1")],
  ["session", session("s1", "u1")],
  ["session", session("s0", "u1", past)],
  ["verificationToken", link("t1", "a")],
  ["authenticator", passkey("p1", "u1")],
]

/** The rows that callers try to create: with new keys, with keys that are taken, for a user that may not exist. */
const created: readonly (readonly [ModelName, Fields])[] = [
  ["user", user("u3", "c")],
  ["user", user("u3", "a")],
  ["account", account("k2", "u1")],
  ["account", account("k1", "u2")],
  ["account", account("k2", "u3")],
  ["session", session("s2", "u1")],
  ["session", session("s1", "u2")],
  ["session", session("s2", "u3")],
  ["verificationToken", link("t1", "a")],
  ["verificationToken", link("t2", "a")],
  ["verificationToken", link("t2", "c")],
  ["authenticator", passkey("p2", "u1")],
  ["authenticator", passkey("p1", "u2")],
  ["authenticator", passkey("p2", "u3")],
]

/** Changes of rows, by the names of the fields that a call may set. */
const changes: Partial<Record<ModelName, readonly Fields[]>> = {
  user: [
    { id: user("u1", "").id, email: user("", "c").email },
    { id: user("u1", "").id, name: "Ada" },
    { id: user("u2", "").id, email: user("", "a").email },
    { id: user("u2", "").id, email: user("", "c").email },
    { id: user("u3", "").id, name: "Eve" },
  ],
  session: [
    { sessionToken: `s1${mark}`, expires: later },
    { sessionToken: `s2${mark}`, expires: later },
    { sessionToken: `s0${mark}`, expires: later },
    { sessionToken: `s1${mark}`, userId: `u2${mark}` },
  ],
  authenticator: [
    { credentialID: `p1${mark}`, counter: 7 },
    { credentialID: `p1${mark}`, counter: 6 },
    { credentialID: `p2${mark}`, counter: 9 },
  ],
}

const names = Object.keys(operations) as OperationName[]
const rows = [...stored, ...created]
const rowsOfModel = (model: ModelName): Fields[] =>
  rows.flatMap(([name, row]) => (name === model ? [row] : []))

/** The calls of an operation, without repetitions. */
function listCalls(operation: OperationName): Call[] {
  const { takes } = operations[operation] as { readonly takes: readonly Argument[] }
  const unique = new Map<string, Call>()
  for (const args of listArguments(takes)) unique.set(JSON.stringify(args), { operation, args })
  return [...unique.values()]
}

function listArguments(takes: readonly Argument[]): (readonly unknown[])[] {
  const [first] = takes
  if (!first) return []
  if ("row" in first) return created.flatMap(([model, row]) => (model === first.row ? [[row]] : []))
  if ("changes" in first) return (changes[first.changes] ?? []).map((change) => [change])
  if ("key" in first) {
    const [fields = []] = models[first.key].keys as readonly (readonly string[])[]
    return rowsOfModel(first.key).map((row) => [pick(row, fields)])
  }
  const fields = takes.map((argument) => ("field" in argument ? argument.field : ""))
  const source = fields.includes("counter") ? (changes[first.of] ?? []) : rowsOfModel(first.of)
  return source.map((row) => fields.map((field) => row[field]))
}

const pick = (row: Fields, fields: readonly string[]): Fields =>
  Object.fromEntries(fields.map((field) => [field, row[field]]))

const setUp: readonly (readonly Call[])[] = [
  stored.flatMap((row) => (row[0] === "user" ? [insertCall(row)] : [])),
  [
    ...stored.flatMap((row) => (row[0] === "user" ? [] : [insertCall(row)])),
    call("slots.set", { key: `q1${mark}`, value: "first", expires: soon }),
    call("slots.set", { key: `q2${mark}`, value: "first", expires: past }),
  ],
]

export function call(operation: string, ...args: readonly unknown[]): Call {
  return { operation, args }
}

export function insertCall([model, row]: readonly [ModelName, Fields]): Call {
  const operation = names.find(
    (name) => operationVerbs[name] === "insert" && operations[name].model === model,
  )
  return { operation: operation as OperationName, args: [row] }
}

/** The calls of the nineteen operations. */
export const operationCalls: readonly Call[] = names.flatMap(listCalls)

const [first = {}, second = {}] = [account("k1", "u1"), account("k2", "u1")]
const ofNewUser = ({ userId: _, ...row }: Fields): Fields => row
const keyOf = ({ provider, providerAccountId }: Fields): Fields => ({ provider, providerAccountId })

const extraCalls: readonly Call[] = [
  call("signUp", {
    user: user("u3", "c"),
    account: ofNewUser(second),
    session: ofNewUser(session("s2", "")),
  }),
  call("signUp", { user: user("u3", "a"), account: ofNewUser(second) }),
  call("signUp", { user: user("u4", "c"), account: ofNewUser(first) }),
  call("listSessions", `u1${mark}`),
  call("listAccounts", `u1${mark}`),
  call("updateAccount", { ...keyOf(first), refresh_token: "one" }, { refresh_token: null }),
  call("updateAccount", { ...keyOf(first), refresh_token: "two" }, { refresh_token: null }),
  call("extendSession", { sessionToken: `s1${mark}`, from: soon, to: later }),
  call("verifyEmail", `u1${mark}`, `a${mark}@x.example`, past),
  call("verifyEmail", `u1${mark}`, `c${mark}@x.example`, past),
  call("dropTokens", `a${mark}@x.example`),
  call("removeAuthenticator", `p1${mark}`),
]

const slotCalls: readonly Call[] = [
  ...[`q1${mark}`, `q2${mark}`].flatMap((key) => [
    call("slots.claim", { key, value: "claimed", expires: later }),
    call("slots.set", { key, value: "set", expires: later }),
    call("slots.increment", key, later),
    call("slots.take", key),
  ]),
  call("slots.replace", { key: `q1${mark}`, value: "replaced", count: 0 }),
  call("slots.read", `q1${mark}`),
]

/** Every call that a caller may make. */
const allCalls: readonly Call[] = [...operationCalls, ...extraCalls, ...slotCalls]

const isLookup = ({ operation, args }: Call): boolean =>
  /^(get|list|slots\.read)/.test(operation) && args[0] !== `s0${mark}`

/** Lookups of every row, which show what the calls have left. They change nothing. */
export const lookups: readonly Call[] = allCalls.filter(isLookup)

/** What must still be possible afterwards: tokens can be used, free keys can be taken. */
const closing: readonly Call[] = [
  ...operationCalls.filter(({ operation }) => operation === "useVerificationToken"),
  ...slotCalls.filter(({ operation }) => operation === "slots.take"),
  ...[user("u5", "a"), user("u6", "c"), user("u7", "d")].map((row) => insertCall(["user", row])),
  insertCall(["session", session("s2", "u7")]),
  insertCall(["account", account("k2", "u7")]),
  insertCall(["authenticator", passkey("p2", "u7")]),
]

/** The operations, extras and slots of an adapter. */
export const adapterSubject: Subject = {
  open: listFunctions,
  calls: allCalls,
  setUp,
  after: [...lookups, ...closing],
}

/** The same under layers, where lists of sessions have references in place of tokens. */
export const layeredSubject: Subject = {
  ...adapterSubject,
  open(adapter) {
    const { listSessions, ...functions } = listFunctions(adapter)
    const list = listSessions as (userId: string) => Promise<readonly Fields[]>
    return {
      ...functions,
      listSessions: async (userId: string) => (await list(userId)).map(({ expires }) => expires),
    }
  },
}

/**
 * The same where users and sessions are in two stores. A deletion that is interrupted may have removed only sessions and
 * tokens, and keeps new sessions of the user out for half a minute.
 */
export const splitSubject: Subject = {
  ...adapterSubject,
  divide({ operation, args }, output, isInterrupted) {
    if (isInterrupted && output === "not_found" && /^(create|update)Session$/.test(operation))
      return [{ input: call(operation, ...args), output: lost, isOptional: true }]
    if (operation !== "deleteUser" || output !== lost) return undefined
    const removed = operationCalls.filter((removal) => isRemovalFor(removal, args))
    return [...removed, call(operation, ...args)].map((input) => ({ input, output }))
  },
}

/** Whether a call removes a session or token of one of the users with this id. */
function isRemovalFor({ operation, args }: Call, [id]: readonly unknown[]): boolean {
  if (!["deleteSession", "useVerificationToken"].includes(operation)) return false
  return rows.some(
    ([, row]) =>
      (row["userId"] === id && row["sessionToken"] === args[0]) ||
      (row["id"] === id && row["email"] === (args[0] as Fields)?.["identifier"]),
  )
}

/** The ids of all users that there can be. */
export const userIds: readonly string[] = ["u1", "u2", "u3", "u4", "u5", "u6", "u7"]

/** The addresses of users whose ids the callers do not know. */
export const addresses: readonly string[] = ["a", "c"]

const listKeys = (value: unknown): string[] => JSON.stringify(value).match(/[a-z]\d?~/g) ?? []
const isUserOrAddress = (key: string): boolean => /^(u\d|[abc])~$/.test(key)

/** The keys of what a call can touch: those that it names, and the users and addresses of rows with them. */
function listReach({ args }: Call): Set<string> {
  const keys = new Set(listKeys(args))
  const related = rows.filter(([, row]) => listKeys(row).some((key) => keys.has(key)))
  return new Set([...keys, ...related.flatMap(([, row]) => listKeys(row).filter(isUserOrAddress))])
}

/** Every pair of calls that can touch a common row, the pairs of a call with itself included. */
export function listPairs(calls: readonly Call[]): (readonly [Call, Call])[] {
  const reach = calls.map(listReach)
  return calls.flatMap((first, index) =>
    calls
      .slice(index)
      .flatMap((second, offset) =>
        [...(reach[index] ?? [])].some((key) => reach[index + offset]?.has(key))
          ? [[first, second] as const]
          : [],
      ),
  )
}

/** Every pair of calls that can touch a common row. */
export const pairs: readonly (readonly [Call, Call])[] = listPairs(allCalls)
