import type { User } from "mortise"
import { breaking, type Mutant } from "./mutant.ts"

/** Defects of arguments and results that share objects with the store. */
export const objectMutants: readonly Mutant[] = [
  {
    name: "answers-are-model-instances",
    by: "shape/rows-are-plain",
    defect: "the fields of a row are getters of a class: a copy of the row is empty",
    evidence: "@auth/sequelize-adapter",
    make: breaking((good) => ({
      createUser: async (user) => Object.create(await good.createUser(user)),
      async getUser(id) {
        const user = await good.getUser(id)
        return user && Object.create(user)
      },
    })),
  },
  {
    name: "answers-are-the-stored-rows",
    by: "separate-results/of-users",
    defect: "changing a returned object changes the stored row",
    evidence: "better-auth's memory adapter; SEC-A9",
    make: breaking((good) => {
      const rows = new Map<string, User>()
      return {
        async getUser(id) {
          const user = rows.get(id) ?? (await good.getUser(id))
          if (user) rows.set(id, user)
          return user
        },
        async updateUser(user) {
          rows.delete(user.id)
          return good.updateUser(user)
        },
        async deleteUser(id) {
          rows.delete(id)
          return good.deleteUser(id)
        },
      }
    }),
  },
  {
    name: "readers-share-an-answer",
    by: "separate-results/of-users",
    defect: "two concurrent callers get the same object",
    evidence: "a batch that looks up equal keys once; SEC-A9",
    make: breaking((good) => {
      const last = new Map<string, User>()
      return {
        async getUser(id) {
          const user = await good.getUser(id)
          const shared = last.get(id)
          if (user && shared && JSON.stringify(user) === JSON.stringify(shared)) return shared
          if (user) last.set(id, user)
          return user
        },
      }
    }),
  },
  {
    name: "arguments-are-the-stored-rows",
    by: "arguments/left-alone-by-create-session",
    defect: "changing a date after the call changes the stored row",
    evidence: "SEC-A9",
    make: breaking((good) => {
      const given = new Map<string, Date>()
      return {
        async createSession(session) {
          given.set(session.sessionToken, session.expires)
          return good.createSession(session)
        },
        async updateSession(session) {
          given.delete(session.sessionToken)
          return good.updateSession(session)
        },
        async getSessionAndUser(token) {
          const found = await good.getSessionAndUser(token)
          const expires = given.get(token)
          return found && expires ? { ...found, session: { ...found.session, expires } } : found
        },
      }
    }),
  },
  {
    name: "arguments-changed",
    by: "arguments/left-alone-by-link-account",
    defect: "createUser and linkAccount change the object that they receive",
    evidence: "@auth/mikro-orm-adapter changes its caller's options; SEC-A9",
    make: breaking((good) => ({
      async createUser(user) {
        const created = await good.createUser(user)
        Object.assign(user, { name: created.name?.toUpperCase() })
        return created
      },
      async linkAccount(account) {
        const linked = await good.linkAccount(account)
        Object.assign(account, { access_token: undefined })
        return linked
      },
    })),
  },
  {
    name: "prototype-polluted",
    by: "odd-values/prototypes-stay-clean",
    defect: "a field called __proto__ in an argument changes every object of the process",
    evidence: "@auth/upstash-redis-adapter assigns acc[key]; CVE-2024-21512",
    make: breaking((good) => ({
      async createUser(user) {
        const own = Object.getOwnPropertyDescriptor(user, "__proto__")?.value
        if (own) Object.assign(Object.prototype, own)
        return good.createUser(user)
      },
    })),
  },
]
