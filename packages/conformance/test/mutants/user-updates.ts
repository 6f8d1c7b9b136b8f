import type { User } from "mortise"
import { breaking, type Mutant, pause } from "./mutant.ts"

const definedOnly = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))

/** Defects of `updateUser`. */
export const userUpdateMutants: readonly Mutant[] = [
  {
    name: "update-user-answers-the-changes",
    by: "user-updates/return-the-whole-user",
    defect: "updateUser returns only the changed fields",
    evidence: "passes all 22 tests of the Auth.js suite; the result becomes the signed-in user",
    make: breaking((good) => ({
      async updateUser(user) {
        await good.updateUser(user)
        return user
      },
    })),
  },
  {
    name: "update-user-answers-the-old-row",
    by: "user-updates/return-the-whole-user",
    defect: "updateUser returns the row as it was before",
    evidence: "§4 updateUser; findAndModify without returning the new document",
    make: breaking((good) => ({
      async updateUser(user) {
        const before = await good.getUser(user.id)
        const after = await good.updateUser(user)
        return before ?? after
      },
    })),
  },
  {
    name: "update-user-not-stored",
    by: "user-updates/every-lookup-sees-them",
    defect: "updateUser returns the change and stores nothing",
    evidence: "@auth/mongodb-adapter: an id in another format becomes a random one",
    make: breaking((good) => ({
      updateUser: async (user) => ({ ...(await good.updateUser({ id: user.id })), ...definedOnly(user) }),
    })),
  },
  {
    name: "undefined-clears",
    by: "user-updates/undefined-leaves-a-field",
    defect: "updateUser writes NULL for a field that is undefined",
    evidence: "@auth/pg-adapter, d1, mikro-orm",
    make: breaking((good) => ({
      updateUser: (user) =>
        good.updateUser(
          Object.fromEntries(Object.entries(user).map(([name, value]) => [name, value ?? null])) as User,
        ),
    })),
  },
  {
    name: "update-user-replaces-the-row",
    by: "user-updates/return-the-whole-user",
    defect: "updateUser clears the fields that are not given",
    evidence: "SEC-A5; a PUT instead of a PATCH",
    make: breaking((good) => ({
      updateUser: (user) => good.updateUser({ name: null, image: null, emailVerified: null, ...user }),
    })),
  },
  {
    name: "null-does-not-clear",
    by: "user-updates/null-clears-a-field",
    defect: "updateUser leaves a field unchanged that should be cleared",
    evidence: "@auth/supabase-adapter, @auth/edgedb-adapter",
    make: breaking((good) => ({
      updateUser: (user) =>
        good.updateUser(
          Object.fromEntries(Object.entries(user).filter(([, value]) => value !== null)) as User,
        ),
    })),
  },
  {
    name: "update-user-with-nothing-throws",
    by: "user-updates/an-id-alone-changes-nothing",
    defect: "updateUser with only an id throws",
    evidence: "@auth/kysely-adapter builds an UPDATE without SET",
    make: breaking((good) => ({
      async updateUser(user) {
        if (Object.keys(definedOnly(user)).length === 1) throw new Error('near "where": syntax error')
        return good.updateUser(user)
      },
    })),
  },
  {
    name: "ghost-user",
    by: "user-updates/unknown-creates-nobody",
    defect: "updateUser of an id that does not exist creates a user",
    evidence: "@auth/typeorm-adapter, dynamodb, firebase, unstorage",
    make: breaking((good) => ({
      async updateUser(user) {
        const found = await good.getUser(user.id)
        return found ? good.updateUser(user) : good.createUser(user)
      },
    })),
  },
  {
    name: "update-user-loses-a-change",
    by: "lost-writes/fields-of-a-user",
    defect: "updateUser reads the row, merges and writes it back: one of two concurrent changes is lost",
    evidence: "@auth/pg-adapter, d1, upstash-redis",
    make: breaking((good) => ({
      async updateUser(user) {
        const before = await good.getUser(user.id)
        await pause()
        return good.updateUser({ ...before, ...definedOnly(user), id: user.id })
      },
    })),
  },
  {
    name: "update-user-changes-all",
    by: "user-updates/others-stay-as-they-are",
    defect: "updateUser changes the name of every user",
    evidence: "SEC-A5; an UPDATE without a WHERE",
    make: breaking((good) => {
      const ids = new Set<string>()
      return {
        async createUser(user) {
          const created = await good.createUser(user)
          ids.add(created.id)
          return created
        },
        async updateUser(user) {
          const updated = await good.updateUser(user)
          for (const id of ids) if (await good.getUser(id)) await good.updateUser({ id, name: updated.name })
          return updated
        },
      }
    }),
  },
]
