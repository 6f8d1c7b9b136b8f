import { ExitError, exitCodes } from "../program/exit-code.ts"
import type { EndedSessions, People, UserRow } from "../users/people.ts"
import { authSessions, ownedBy, refusal } from "./auth-sessions.ts"
import { banUser, checkBans, unbanUser } from "./bans.ts"
import { describeCaches, type OpenAuth } from "./open-auth.ts"
import { readAll } from "./read-all.ts"
import { checkReferring, describeOthers, readReferring, removeReferring } from "./referring-rows.ts"
import { createSweep } from "./sweep-auth.ts"

/** The users of Better Auth. */
export function authPeople(auth: OpenAuth, now: () => number = Date.now): People {
  const { rows, context } = auth
  const { internalAdapter } = context
  const people = authSessions(auth, now)
  const users = readUsers(auth)
  const { find } = users

  return {
    ...people,
    ...users,

    async read(user) {
      const [accounts, sessions, referring] = await Promise.all([
        readAll(rows, "account", ownedBy(user.id)),
        people.sessions(user.id),
        readReferring(auth, user),
      ])
      const { passkey: passkeys = [], ...others } = referring
      return { user, accounts, sessions, passkeys, others }
    },

    async suspend(userId) {
      checkBans(auth)
      const user = await find(userId)
      // The ban first: from then on no session starts that the end of all would miss.
      if (user && !(await banUser(auth, user, now()))) throw refuse("The user was not banned")
      return people.endSessions(userId)
    },

    async resume(userId) {
      checkBans(auth)
      // The sessions first: one that started during the ban must not come back.
      const ended: EndedSessions = await people.endSessions(userId)
      const user = await find(userId)
      if (user && !(await unbanUser(auth, user))) throw refuse("The ban was not lifted")
      return ended
    },

    async remove(userId) {
      const user = await find(userId)
      if (!user) return null
      await checkReferring(auth, user)
      // Before the deletion, so that sessions in secondary storage are ended even if this process is killed after it.
      await people.endSessions(userId)
      await internalAdapter.deleteUser(userId)
      if (await find(userId)) throw refuse("The user was not deleted, but sessions and accounts were")
      await removeReferring(auth, "user", user)
      // Another browser may have signed in concurrently.
      const { notEnded } = await people.endSessions(userId)
      const note = [describeCaches(auth, now()), await describeOthers(auth, userId)].filter(Boolean).join(" ")
      return { notEnded, note }
    },

    sweep: createSweep(auth, now),
  }
}

const readUsers = ({ rows, context }: OpenAuth): Pick<People, "page" | "find" | "findByEmail"> => ({
  async page({ limit, after = null, prefix }) {
    const by = prefix === undefined ? "id" : "email"
    // Better Auth stores emails in lower case.
    const start = { field: "email", operator: "starts_with", value: prefix?.toLowerCase() ?? "" } as const
    const where = prefix === undefined ? [] : [start]
    const users = await rows.page("user", { limit: limit + 1, by, after, where })
    const page = users.slice(0, limit) as UserRow[]
    return { rows: page, next: users.length > limit ? String(page.at(-1)?.[by]) : null }
  },

  async findByEmail(email) {
    const where = [{ field: "email", value: email.toLowerCase() }]
    const [user = null] = await rows.page("user", { where, limit: 1 })
    return user as UserRow | null
  },

  async find(id) {
    // Better Auth would ask the database for NaN.
    if (context.options.advanced?.database?.generateId === "serial" && !/^\d+$/.test(id)) return null
    return (await rows.find("user", id)) as UserRow | null
  },
})

const refuse = (what: string): ExitError => new ExitError(exitCodes.failed, `${what}: ${refusal}`)
