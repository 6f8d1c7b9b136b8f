/** Generates calls of the nineteen operations on few rows, from the table of operations and samples of rows. */
import type { ModelName } from "../../../mortise/src/contract/models.ts"
import { models } from "../../../mortise/src/contract/models.ts"
import type { OperationName } from "../../../mortise/src/contract/operation-names.ts"
import { type Argument, operations } from "../../../mortise/src/contract/operations.ts"
import { type Call, mark } from "./call.ts"

type Fields = Readonly<Record<string, unknown>>

/** The time of every caller. */
export const now = Date.UTC(2030, 0, 1)

const [past, soon, later] = [2020, 2040, 2050].map((year) => new Date(Date.UTC(year, 0, 1)))
const user = (name: string, address: string): Fields => ({
  id: `${name}${mark}`,
  email: `${address}${mark}@x.example`,
})
const account = (key: string, owner: string): Fields => ({
  userId: `${owner}${mark}`,
  type: "oauth",
  provider: "p",
  providerAccountId: `${key}${mark}`,
})
const session = (token: string, owner: string, expires = soon): Fields => ({
  sessionToken: `${token}${mark}`,
  userId: `${owner}${mark}`,
  expires,
})
const link = (token: string, address: string): Fields => ({
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

/** The calls that store the rows before the callers start: first those that others refer to. */
export const setUp: readonly (readonly Call[])[] = [
  stored.flatMap((row) => (row[0] === "user" ? [insertCall(row)] : [])),
  stored.flatMap((row) => (row[0] === "user" ? [] : [insertCall(row)])),
]

function insertCall([model, row]: readonly [ModelName, Fields]): Call {
  const operation = names.find(
    (name) => operations[name].verb === "insert" && operations[name].model === model,
  )
  return { operation: operation as OperationName, args: [row] }
}

/** Every call that a caller may make. */
export const allCalls: readonly Call[] = names.flatMap(listCalls)

/** Lookups of every row, which show what the calls have left. They change nothing. */
export const lookups: readonly Call[] = allCalls.filter(
  ({ operation, args }) =>
    ["find", "findWithUser", "list"].includes(operations[operation].verb) && args[0] !== `s0${mark}`,
)

/** What must still be possible afterwards: tokens can be used, free keys can be taken. */
export const closing: readonly Call[] = [
  ...allCalls.filter(({ operation }) => operation === "useVerificationToken"),
  ...[user("u4", "a"), user("u5", "c"), user("u6", "d")].map(
    (row): Call => ({ operation: "createUser", args: [row] }),
  ),
  { operation: "createSession", args: [session("s2", "u6")] },
  { operation: "linkAccount", args: [account("k2", "u6")] },
  { operation: "createAuthenticator", args: [passkey("p2", "u6")] },
]

/** The ids of all users that there can be. */
export const userIds: readonly string[] = ["u1", "u2", "u3", "u4", "u5", "u6"]

const listKeys = (value: unknown): string[] => JSON.stringify(value).match(/[a-z]\d?~/g) ?? []
const isUserOrAddress = (key: string): boolean => /^(u\d|[abc])~$/.test(key)

/** The keys of what a call can touch: those that it names, and the users and addresses of rows with them. */
function listReach({ args }: Call): Set<string> {
  const keys = new Set(listKeys(args))
  const related = rows.filter(([, row]) => listKeys(row).some((key) => keys.has(key)))
  return new Set([...keys, ...related.flatMap(([, row]) => listKeys(row).filter(isUserOrAddress))])
}

/** Every pair of calls that can touch a common row, the pairs of a call with itself included. */
export function listPairs(calls: readonly Call[] = allCalls): (readonly [Call, Call])[] {
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
