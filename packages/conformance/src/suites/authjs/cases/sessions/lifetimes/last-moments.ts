import { type CaseContext, listCases } from "../../../case.ts"
import { tokenKey } from "../../row.ts"
import { inMs } from "./short-life.ts"

// Stores with automatic expiry count whole seconds, and clocks get a tolerance. These cases look at rows a quarter of a
// second before they expire and shortly afterwards.

/** Lives that end between two whole seconds, in milliseconds. */
const pickLives = ({ effort }: CaseContext): readonly number[] =>
  effort === "full" ? [1_300, 1_600, 1_900, 2_300] : [400, 600]

/** Makes a lookup shortly before the expiry. Returns `undefined` if a slow machine made it too late for a check. */
async function lookUpBefore<T>(t: CaseContext, expires: Date, lookUp: () => Promise<T>) {
  const end = expires.getTime()
  await t.wait(Math.max(0, end - 250 - Date.now()))
  const result = await lookUp()
  return Date.now() < end - 150 ? { result } : undefined
}

type Made = { readonly how: string; readonly sessionToken: string; readonly expires: Date }

/** Creates sessions that expire after `life` milliseconds: one as created, one shortened, and one extended. */
async function createSessions(t: CaseContext, userId: string, life: number): Promise<Made[]> {
  const firstExpiries = { created: undefined, shortened: t.inDays(30), extended: inMs(life / 2) }
  const made = await Promise.all(
    Object.entries(firstExpiries).map(async ([how, first]) => {
      const expires = inMs(life)
      const session = t.session(userId, { expires: first ?? expires })
      const { sessionToken } = session
      // A slow machine may make a call after the expiry. A store may refuse that.
      await t.attempt(() => t.adapter.createSession(session))
      if (first) await t.attempt(() => t.adapter.updateSession({ sessionToken, expires }))
      // On a slow machine the session may have expired before it was extended. Then it is left out.
      return first && Date.now() >= first.getTime() ? [] : [{ how, sessionToken, expires }]
    }),
  )
  return made.flat()
}

const about = {
  fix: "Round the automatic expiry of the store up, and compare `expires` with the current time.",
  guarantees: ["milliseconds"],
  waits: true,
} as const

export const aroundTheExpiry = listCases(about, [
  {
    id: "lifetimes/last-moments-of-sessions",
    clause: "§4 getSessionAndUser",
    also: ["§3 session extended", "SEC-A6"],
    title:
      "A session is found until shortly before its expiry, whether it was created, shortened or extended",
    harm: "Users are signed out before their session ends.",
    evidence: "EXPIRE of Redis and TTL columns count whole seconds",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const made = await Promise.all(pickLives(t).map((life) => createSessions(t, id, life)))
      await Promise.all(
        made.flat().map(async ({ how, sessionToken, expires }) => {
          const inTime = await lookUpBefore(t, expires, () => t.adapter.getSessionAndUser(sessionToken))
          if (inTime)
            t.row(inTime.result?.session, { sessionToken, expires }, `a session that was ${how}, still live`)
        }),
      )
    },
  },
  {
    id: "lifetimes/last-moments-of-tokens",
    clause: "§4 useVerificationToken",
    also: ["§2 VerificationToken", "SEC-A6"],
    title: "A verification token works until shortly before its expiry",
    harm: "A sign-in link stops working before it expires.",
    evidence: "EXPIRE of Redis and TTL columns count whole seconds",
    async run(t) {
      await Promise.all(
        pickLives(t).map(async (life) => {
          const token = t.verificationToken({ expires: inMs(life) })
          await t.attempt(() => t.adapter.createVerificationToken(token))
          const use = () => t.adapter.useVerificationToken(tokenKey(token))
          const inTime = await lookUpBefore(t, token.expires, use)
          if (inTime) t.row(inTime.result, token, "a token that is still live")
        }),
      )
    },
  },
  {
    id: "lifetimes/just-expired-is-not-extended",
    level: "should",
    clause: "SEC-D6",
    also: ["SEC-D5", "§3 session expired"],
    title: "A session that has just expired cannot be extended, even if it was shortened or extended before",
    harm: "An attacker who finds an old cookie makes it valid again by using it.",
    fix: "Compare the expiry with the current time in the update, without a tolerance.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const made = await Promise.all([50, 200, 400].map((life) => createSessions(t, id, life)))

      await t.wait(500)

      for (const { how, sessionToken } of made.flat()) {
        const extended = await t.adapter.updateSession({ sessionToken, expires: t.inDays(30) })
        t.isNothing(extended, `updateSession of a session that was ${how} and has expired`)
        t.isNull(await t.adapter.getSessionAndUser(sessionToken), "getSessionAndUser afterwards")
      }
    },
  },
])
