import { type CaseContext, listCases } from "../../../case.ts"
import { accountKey, tokenKey } from "../../row.ts"
import { expectSession, newAccount } from "../../stored.ts"

const secondMs = 1_000
const minuteMs = 60 * secondMs
const dayMs = 24 * 60 * minuteMs

/** Lives that end soon: within a minute, ten minutes and an hour. */
const shortLives = [20, 45, 59, 61, 120, 240, 299, 301, 540, 601, 1_500, 3_500].map(
  (seconds) => seconds * secondMs,
)

/** Around 2^31 and 2^32 milliseconds, where timers overflow, and up to ten years. */
const longLives = [24, 25, 26, 49, 50, 60, 400, 3_650].map((days) => days * dayMs)

const endIn = (lifeMs: number): Date => new Date(Date.now() + lifeMs)

const isLive = ({ expires }: { expires: Date }): boolean => Date.now() < expires.getTime()

const createSessions = async (t: CaseContext, userId: string, lives: readonly number[]) => {
  const sessions = lives.map((lifeMs) => t.session(userId, { expires: endIn(lifeMs) }))
  for (const session of sessions) await t.adapter.createSession(session)
  return sessions
}

export const lastingExpiries = listCases({ guarantees: ["milliseconds"] }, [
  {
    id: "lifetimes/reading-moves-no-expiry",
    clause: "§3 session extended",
    also: ["§4 getSessionAndUser", "§4 updateSession", "SEC-A5"],
    title: "A session keeps its expiry when it is read or its user changes",
    harm: "A session never ends while a page is open, although the client did not extend it.",
    fix: "Leave the extension of sessions to updateSession.",
    async run(t) {
      const account = await newAccount(t)
      const sessions = await createSessions(t, account.userId, t.some(shortLives, 4))
      const touches = [
        (sessionToken: string) => t.adapter.getSessionAndUser(sessionToken),
        (sessionToken: string) => t.adapter.updateSession({ sessionToken }),
        (sessionToken: string) => t.adapter.updateSession({ sessionToken, userId: account.userId }),
        () => t.adapter.getUserByAccount(accountKey(account)),
        () => t.adapter.updateUser({ id: account.userId, name: t.unique() }),
      ]
      for (const session of sessions)
        for (const touch of touches) {
          await touch(session.sessionToken)
          const sessionAndUser = await t.adapter.getSessionAndUser(session.sessionToken)
          if (isLive(session)) t.row(sessionAndUser?.session, session, "the session afterwards")
        }
    },
  },
  {
    id: "lifetimes/other-sessions-stay",
    clause: "SEC-D5",
    also: ["§4 createSession", "§4 updateSession"],
    title: "A sign-in, an extension or a sign-out removes no other session of the user that ends soon",
    harm: "A sign-in on one device signs another device out before its session ends.",
    fix: "Delete only sessions whose expiry has passed, by the same clock as the lookups.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const sessions = await createSessions(t, id, t.some(shortLives, 6))
      const { sessionToken } = await t.adapter.createSession(t.session(id))
      await t.adapter.updateSession({ sessionToken, expires: t.inDays(60) })
      await t.adapter.getSessionAndUser(sessionToken)
      await t.adapter.deleteSession(sessionToken)

      for (const session of sessions) {
        const sessionAndUser = await t.adapter.getSessionAndUser(session.sessionToken)
        if (isLive(session)) t.row(sessionAndUser?.session, session, "another session of the user")
      }
    },
  },
  {
    id: "lifetimes/other-tokens-stay",
    clause: "SEC-E4",
    also: ["§4 createVerificationToken"],
    title: "A token that is created or used removes no other token of the address that ends soon",
    harm: "A sign-in link stops working minutes before it expires, because another one was requested or used.",
    fix: "Delete only tokens whose expiry has passed, by the same clock as the lookups.",
    async run(t) {
      const identifier = t.email()
      const tokens = t
        .some(shortLives, 6)
        .map((lifeMs) => t.verificationToken({ identifier, expires: endIn(lifeMs) }))
      for (const token of tokens) await t.adapter.createVerificationToken(token)
      const lasting = [1, 2].map((days) => t.verificationToken({ identifier, expires: t.inDays(days) }))
      for (const token of lasting) await t.adapter.createVerificationToken(token)
      // A wrong token and a right one may sweep too.
      await t.adapter.useVerificationToken(tokenKey(t.verificationToken({ identifier })))
      for (const token of lasting) await t.adapter.useVerificationToken(tokenKey(token))

      for (const token of tokens) {
        const used = await t.adapter.useVerificationToken(tokenKey(token))
        if (isLive(token)) t.row(used, token, "another token of the address")
      }
    },
  },
  {
    id: "lifetimes/long-lives",
    clause: "§4 createSession",
    also: ["§4 updateSession", "§4 createVerificationToken", "SEC-A6"],
    title: "Sessions and tokens that live for weeks, months or ten years still work after a delay",
    harm: "Users with a long session are signed out at once, because a timer overflowed.",
    fix: "Compare the expiry with the current time: a timer of more than 2^31 milliseconds fires at once.",
    waits: true,
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const lives = t.some(longLives, 4)
      const sessions = await createSessions(t, id, lives)
      const extended = lives.map((lifeMs) => t.session(id, { expires: endIn(lifeMs) }))
      for (const { sessionToken, expires } of extended) {
        await t.adapter.createSession(t.session(id, { sessionToken }))
        await t.adapter.updateSession({ sessionToken, expires })
      }
      const tokens = lives.map((lifeMs) => t.verificationToken({ expires: endIn(lifeMs) }))
      for (const token of tokens) await t.adapter.createVerificationToken(token)

      await t.wait(60)

      for (const session of [...sessions, ...extended]) {
        await expectSession(t, session, { id }, "a session with a long life")
      }
      for (const token of tokens)
        t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "a token with a long life")
    },
  },
])
