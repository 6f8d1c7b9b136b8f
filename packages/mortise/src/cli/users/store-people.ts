import type { OpenStore } from "../configuration/open-store.ts"
import { deleteUser, resumeUser, suspendUser } from "./change-user.ts"
import { endSessions } from "./end-sessions.ts"
import type { People } from "./people.ts"
import { readPerson, readSessions, userView } from "./person.ts"

/** The users of an adapter's store. */
export function storePeople(store: OpenStore, now: () => number = Date.now): People {
  const { adapter, upkeep } = store
  const show = (user: Parameters<typeof userView>[1] | null) => user && userView(store, user)
  return {
    async page({ limit, after, prefix }) {
      const key = prefix === undefined ? "id" : "email"
      const { rows, next } = await upkeep.page("user", {
        limit,
        ...(prefix !== undefined && { prefix }),
        ...(after !== undefined && { after: { [key]: after } }),
      })
      return { rows: rows.map((user) => userView(store, user)), next: next?.[key] ?? null }
    },
    find: async (id) => show(await adapter.getUser(id)),
    findByEmail: async (email) => show(await adapter.getUserByEmail(email)),
    read: (user) => readPerson(store, user),
    sessions: async (userId) => (await readSessions(store, userId)).map(({ view }) => view),
    async endSession(userId, handle) {
      const chosen = (await readSessions(store, userId)).find(({ view }) => view.handle === handle)
      const isEnded = chosen && (await adapter.deleteSession(chosen.session.sessionToken))
      return isEnded ? {} : null
    },
    endSessions: (userId) => endSessions(store, userId, now),
    suspend: (userId) => suspendUser(store, userId, now),
    resume: (userId) => resumeUser(store, userId, now),
    remove: (userId) => deleteUser(store, userId, now),
    sweep: (options) => upkeep.sweep(options),
  }
}
