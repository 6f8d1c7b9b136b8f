/** The calls of mortise/auth that change sessions, users and links: what requests of several browsers do at once. */
import { createAuth } from "../../../mortise/src/auth/index.ts"
import { type Adapter, upkeep } from "../../../mortise/src/index.ts"
import { type Call, listFunctions, lost, mark, type Output } from "./call.ts"
import { call, insertCall, lookups, now, past, soon, user } from "./calls.ts"
import type { CallPart, Subject } from "./subject.ts"

const origin = "https://app.example"
const address = (name: string): string => `${name}${mark}@x.example`

const calls: readonly Call[] = [
  call("email.follow", address("a")),
  call("email.follow", address("c")),
  call("sessions.create", `u1${mark}`),
  call("sessions.read", `s1${mark}`),
  call("sessions.signOut", `s1${mark}`),
  call("sessions.revokeOthers", `s1${mark}`),
  call("sessions.revokeAll", `u1${mark}`),
  call("users.delete", `u1${mark}`),
  call("updateUser", { id: `u1${mark}`, email: address("c") }),
]

export const lifecycleSubject: Subject = {
  open: openLifecycle,
  calls,
  setUp: [
    [insertCall(["user", { ...user("u1", "a"), emailVerified: past }])],
    ["s1", "s2"].map((token) => call("storeSession", token + mark, `u1${mark}`)),
    ["a", "c"].map((name) => call("email.request", address(name))),
  ],
  after: [
    ...lookups.filter(({ operation }) => operation === "getUser"),
    ...["s1", "s2"].map((token) => call("sessions.read", token + mark)),
    call("countSessions", `u1${mark}`),
    ...["a", "c"].flatMap((name) => [call("hasUser", address(name)), call("useLink", address(name))]),
  ],
  divide,
  isAlone: true,
}

/**
 * Between the steps of a sign-in, others may delete its user or take its address. A call that ends sessions may have
 * ended only some of them when it was interrupted.
 */
function divide({ operation, args }: Call, output: Output): readonly CallPart[] | undefined {
  if (operation === "email.follow") {
    const isUsed = output === lost ? lost : String(!output.includes("invalid_link"))
    const isOptional = !output.includes('"ok":true')
    const use: CallPart = { input: call("useLink", ...args), output: isUsed }
    return isUsed === "false" ? [use] : [use, { input: call("enter", ...args), output: lost, isOptional }]
  }
  const isInterrupted = output === lost && operation.startsWith("sessions.revoke")
  const ends = operation === "sessions.revokeAll" ? ["s1", "s2"] : ["s2"]
  return isInterrupted
    ? [...ends.map((token) => call("sessions.signOut", token + mark)), call(operation, ...args)].map(
        (input) => ({ input, output }),
      )
    : undefined
}

type Link = { readonly url: string; readonly identifier: string; readonly token: string }

/** The links that were mailed, by their addresses. */
const links = new Map<string, Link>()

function openLifecycle(adapter: Adapter) {
  const mailed = new Map<string, string>()
  const sendLink = ({ to, link }: { readonly to: string; readonly link: string }) => void mailed.set(to, link)
  const limit = { max: 1_000_000, perSeconds: 600 }
  const auth = createAuth({
    adapter,
    secret: "kL8vQx2Zr5tYp9Wm3Nd7Hs1Bf6Jc4Ga0",
    origin,
    now: () => now,
    sweep: false,
    onWarning: () => {},
    session: { strategy: "database" },
    email: { sendLink, limit, clientLimit: limit, overallLimit: limit },
  })
  const request = async (email: string): Promise<Link> => {
    await auth.email.request(post(), { email })
    const page = await upkeep(adapter)?.page("verificationToken", { limit: 1000 })
    const row = page?.rows.find(({ identifier }) => identifier === email)
    return { url: mailed.get(email) ?? "", identifier: email, token: row?.token ?? "" }
  }
  const follow = async ({ url }: Link) => {
    const page = auth.email.peek(new Request(url))
    const fields: Readonly<Record<string, string>> = page.ok ? page.fields : {}
    return summarize(await auth.email.follow(post({}, new URLSearchParams(fields).toString())))
  }
  const findLink = (email: string): Link => links.get(email) ?? { url: "", identifier: "", token: "" }
  return {
    ...listFunctions(adapter),
    storeSession: (name: string, userId: string) =>
      adapter.createSession({ sessionToken: formToken(name), userId, expires: soon as Date }),
    countSessions: async (userId: string) => (await auth.sessions.list(userId)).length,
    hasUser: async (email: string) => (await adapter.getUserByEmail(email)) !== null,
    "email.request": async (email: string) => {
      links.set(email, await request(email))
      return true
    },
    "email.follow": (email: string) => follow(findLink(email)),
    async useLink(email: string) {
      const { identifier, token } = findLink(email)
      return (await adapter.useVerificationToken({ identifier, token })) !== null
    },
    // What a sign-in does after its link was used.
    enter: async (email: string) => follow(await request(email)),
    "sessions.create": async (userId: string) => summarize(await auth.sessions.create(post(), userId)),
    "sessions.read": async (name: string) =>
      (await auth.sessions.read(post(withSession(name)))).user?.id ?? null,
    "sessions.signOut": async (name: string) =>
      summarize(await auth.sessions.signOut(post(withSession(name)))),
    "sessions.revokeOthers": async (name: string) =>
      summarize(await auth.sessions.revokeOthers(post(withSession(name)))),
    "sessions.revokeAll": (userId: string) => auth.sessions.revokeAll(userId),
    "users.delete": (userId: string) => auth.users.delete(userId),
  }
}

/** What a result says, without tokens and times. */
const summarize = ({ ok, ...rest }: { readonly ok: boolean }) =>
  ok ? { ok } : { ok, reason: (rest as { reason?: string }).reason }

const post = (headers: Readonly<Record<string, string>> = {}, body = ""): Request =>
  new Request(origin, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body,
  })

const withSession = (name: string) => ({ cookie: `__Host-mortise.session=${formToken(name)}` })

/** A session token of mortise/auth with this name. */
const formToken = (name: string): string => `m1-${now.toString(36)}-${name.padEnd(43, "0")}`
