/** Access tokens: two processes that refresh, replace, revoke and remove the tokens of an account. */
import type { Adapter } from "../../../mortise/src/index.ts"
import { accessTokens } from "../../../mortise/src/tokens/index.ts"
import { type Call, listFunctions, lost, mark, type Output } from "./call.ts"
import { account, call, insertCall, now, user } from "./calls.ts"
import type { Pass } from "./gate.ts"
import type { CallPart, Subject } from "./subject.ts"

const seconds = now / 1000
const stored = {
  ...account("k1", "u1"),
  access_token: `at1${mark}`,
  expires_at: seconds - 10,
  token_type: "bearer",
}
const signedIn = { ...stored, access_token: `at9${mark}`, expires_at: seconds + 1000 }
const which = { userId: `u1${mark}`, provider: "p" }

const saveWithout = call("tokens.saveTokens", signedIn)

const calls: readonly Call[] = [
  call("tokens.get", which),
  call("tokens.saveTokens", { ...signedIn, refresh_token: `rt9${mark}` }),
  call("tokens.saveTokens", { ...signedIn, refresh_token: `rt1${mark}` }),
  saveWithout,
  call("tokens.revoke", which),
  call("tokens.unlinkAccount", { provider: "p", providerAccountId: `k1${mark}` }),
  call("tokens.deleteUser", `u1${mark}`),
  call("unlinkAccount", { provider: "p", providerAccountId: `k1${mark}` }),
]

export const tokenSubject: Subject = {
  open: openTokens,
  calls,
  setUp: [
    [insertCall(["user", user("u1", "a")])],
    [insertCall(["account", { ...stored, refresh_token: `rt1${mark}` }])],
  ],
  after: [call("listAccounts", `u1${mark}`), call("getUser", `u1${mark}`)],
  divide,
  // A caller does not wait until another one has refreshed the token.
  givesUp: ({ operation }) => operation === "tokens.get",
  findHarm: findReuse,
  isAlone: true,
}

/**
 * A removal revokes the tokens before it. A sign-in that returns the stored refresh token keeps its successor, or comes too
 * late. After a refresh, the account is read again: others may have changed it meanwhile. A revocation succeeds although
 * another caller has removed the account meanwhile.
 */
function divide({ operation, args }: Call, output: Output): readonly CallPart[] | undefined {
  const [, removal] = operation.split("tokens.")
  if (removal === "unlinkAccount" || removal === "deleteUser")
    return [
      { input: call("tokens.revoke", which), output: lost },
      { input: call(removal, ...args), output },
    ]
  const optional = (input: Call): CallPart => ({ input, output: lost, isOptional: true })
  if (removal === "saveTokens" && JSON.stringify(args).includes("rt1"))
    return [optional(saveWithout), optional(call(operation, ...args))]
  if (removal === "revoke" && (output === lost || output.includes('"ok":true')))
    return [optional(call(operation, ...args))]
  if (removal !== "get") return undefined
  const isRefreshed = output.includes("at11")
  return [{ input: call(operation, ...args), output: isRefreshed ? output : lost, isOptional: !isRefreshed }]
}

function openTokens(adapter: Adapter, pass: Pass) {
  const provider = openProvider(pass)
  const tokens = accessTokens({
    adapter,
    providers: [provider],
    waitSeconds: 0,
    leewaySeconds: 0,
    now: () => now,
  })
  const { unlinkAccount, deleteUser } = tokens.revokeOnRemoval(adapter)
  const { get, saveTokens, revoke } = tokens
  return {
    ...listFunctions(adapter),
    "tokens.get": get,
    "tokens.saveTokens": saveTokens,
    "tokens.revoke": revoke,
    "tokens.unlinkAccount": unlinkAccount,
    "tokens.deleteUser": deleteUser,
  }
}

/** How often each refresh token was sent. */
const sent = new Map<string, number>()

/** A refresh token works once. A provider ends the whole sign-in when it is sent again. */
function findReuse(suffix: string): string | undefined {
  const reused = [...sent].find(([token, count]) => token.includes(suffix) && count > 1)?.[0]
  sent.clear()
  return reused && `The refresh token ${reused} was sent twice.`
}

const gates = new Map<string, Pass>()
let opened = 0

/** A provider whose requests pass the gate of a caller. It exchanges each refresh token for the next one. */
function openProvider(pass: Pass) {
  const host = `caller-${opened++ % 100}.example`
  gates.set(host, pass)
  const endpoint = (path: string) => `https://${host}/${path}`
  return {
    id: "p",
    type: "oauth",
    clientId: "client",
    clientSecret: "not-a-secret",
    token: endpoint("token"),
    revocation: endpoint("revocation"),
  } as const
}

const { fetch: realFetch } = globalThis

globalThis.fetch = async (input, init) => {
  const url = new URL(String(input))
  const pass = gates.get(url.host)
  if (!pass) return realFetch(input, init)
  const fields = new URLSearchParams(String(init?.body))
  const token = fields.get("refresh_token") ?? fields.get("token") ?? ""
  const disconnect = async () => new TypeError("fetch failed")
  return pass({ label: `${url.pathname} ${token}`, disconnect }, async () => {
    if (url.pathname === "/revocation") return new Response(null)
    sent.set(token, (sent.get(token) ?? 0) + 1)
    const access_token = token.replace("rt", "at1")
    return Response.json({
      access_token,
      refresh_token: token.replace("rt", "rt1"),
      token_type: "bearer",
      expires_in: 3600,
    })
  })
}
