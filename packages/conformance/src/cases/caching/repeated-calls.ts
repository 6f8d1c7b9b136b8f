import type { Case } from "../../case.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

/** These cases must run alone: a call of another case comes between two equal calls, and hides what is skipped. */
export const repeatedCalls: readonly Case[] = [
  {
    id: "repeats/of-changes-count",
    level: "must",
    clause: "SEC-A5",
    also: ["§4 updateUser", "§4 updateSession"],
    title: "A change that is made, undone and made again takes effect",
    harm: "A user who changes a setting back finds that it is not saved.",
    fix: "Do not skip a call because an identical call was made before.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { sessionToken } = await t.adapter.createSession(t.session(id))
      const [soon, later] = [t.inDays(40), t.inDays(60)]

      for (const name of ["Ada", "Grace", "Ada"]) {
        await t.adapter.updateUser({ id, name })
        t.row(await t.adapter.getUser(id), { name }, "the user after each change")
      }
      for (const expires of [soon, later, soon]) {
        await t.adapter.updateSession({ sessionToken, expires })
        const found = await t.adapter.getSessionAndUser(sessionToken)
        t.row(found?.session, { expires }, "the session after each change")
      }
    },
  },
  {
    id: "repeats/of-sign-ins-count",
    level: "must",
    clause: "§4 useVerificationToken",
    also: ["§4 deleteSession", "§4 createSession"],
    title: "A token or a session that is deleted and created again works, and can be deleted again",
    harm: "A user who requests the same code twice is locked out, or is never signed out.",
    fix: "Do not skip a call because an identical call was made before.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const token = t.verificationToken()
      const session = t.session(id)

      for (const time of ["first", "second"]) {
        await t.adapter.createVerificationToken(token)
        t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, `the ${time} token`)
        t.isNull(await t.adapter.useVerificationToken(tokenKey(token)), `the ${time} token, used again`)

        await t.adapter.createSession(session)
        const found = await t.adapter.getSessionAndUser(session.sessionToken)
        t.row(found?.session, session, `the ${time} session`)
        await t.adapter.deleteSession(session.sessionToken)
        t.isNothing(await t.adapter.getSessionAndUser(session.sessionToken), `the ${time} session, deleted`)
      }
    },
  },
  {
    id: "repeats/of-extensions-count",
    level: "must",
    clause: "§4 updateSession",
    also: ["§4 createSession", "SEC-A5"],
    title: "A session that is deleted and created again can be extended to the same expiry as before",
    harm: "A user is signed out although they are active.",
    fix: "Do not skip a call because an identical call was made before.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const session = t.session(id)
      const { sessionToken } = session
      const expires = t.inDays(60)

      for (const time of ["first", "second"]) {
        await t.adapter.createSession(session)
        await t.adapter.updateSession({ sessionToken, expires })
        const found = await t.adapter.getSessionAndUser(sessionToken)
        t.row(found?.session, { ...session, expires }, `the session, extended the ${time} time`)
        await t.adapter.deleteSession(sessionToken)
      }
    },
  },
  {
    id: "repeats/of-links-count",
    level: "must",
    clause: "§4 unlinkAccount",
    also: ["§4 linkAccount"],
    title: "An account that is linked, unlinked, linked and unlinked again is not found",
    harm: "An account that a user unlinked can still be used to sign in.",
    fix: "Do not skip a call because an identical call was made before.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const account = t.account(id)

      for (const time of ["first", "second"]) {
        await t.adapter.linkAccount(account)
        t.row(
          await t.adapter.getUserByAccount(accountKey(account)),
          { id },
          `the owner, linked the ${time} time`,
        )
        await t.adapter.unlinkAccount(accountKey(account))
        const owner = await t.adapter.getUserByAccount(accountKey(account))
        t.isNothing(owner, `the owner, unlinked the ${time} time`)
      }
    },
  },
]
