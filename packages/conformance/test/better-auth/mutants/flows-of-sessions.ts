import { kyselyOnSqlite } from "../support/kysely-on-sqlite.ts"
import {
  breaking,
  type FlowMutant,
  type Given,
  idOf,
  pause,
  type Row,
  withoutTransactions,
} from "./flow-mutant.ts"

/** Defects of transactions. */
export const transactionMutants: readonly FlowMutant[] = [
  {
    name: "no-transactions",
    defect: "the work of a transaction runs without one",
    by: [
      "sign-ups/failed-sign-up",
      "oauth/failed-sign-up",
      "sign-ups/hook-that-writes",
      "email-codes/two-codes",
    ],
    open: () =>
      withoutTransactions(
        breaking((good) => ({
          async deleteMany(given: Given) {
            await pause()
            return good.deleteMany(given)
          },
        })),
      ),
  },
  {
    name: "commits-after-an-error",
    defect: "a transaction whose work throws is committed",
    by: ["sign-ups/failed-sign-up", "oauth/failed-sign-up"],
    open: () => {
      const setup = kyselyOnSqlite()
      return {
        ...setup,
        database(options) {
          const good = setup.database(options)
          return {
            ...good,
            async transaction(work) {
              const outcome = await good.transaction((inside) =>
                work(inside).then(
                  (value) => ({ value }),
                  (error: unknown) => ({ error }),
                ),
              )
              if ("error" in outcome) throw outcome.error
              return outcome.value
            },
          }
        },
      }
    },
  },
  {
    name: "calls-escape-the-transaction",
    defect: "calls inside a transaction's callback are not part of it",
    by: ["sign-ups/failed-sign-up", "sign-ups/hook-that-writes"],
    open: () => withoutTransactions(),
  },
  {
    name: "transaction-on-a-shared-connection",
    defect: "other requests write inside the transaction, and lose what they wrote when it is undone",
    by: ["sign-ups/other-requests"],
    open: () => {
      const setup = kyselyOnSqlite()
      let depth = 0
      return {
        ...setup,
        database(options) {
          const good = setup.database(options)
          return {
            ...good,
            async transaction(work) {
              if (depth++ === 0) setup.sqlite.exec("begin")
              try {
                const value = await work(good)
                if (--depth === 0) setup.sqlite.exec("commit")
                return value
              } catch (error) {
                if (--depth === 0) setup.sqlite.exec("rollback")
                throw error
              }
            },
          }
        },
      }
    },
  },
]

/** Defects of what is deleted and updated. */
export const sessionMutants: readonly FlowMutant[] = [
  {
    name: "delete-many-deletes-one",
    defect: "deleteMany deletes one of the matching rows",
    by: ["sessions/revoked", "password-resets/sessions"],
    open: () =>
      breaking((good) => ({
        async deleteMany({ model, where }: Given) {
          const row = model === "session" ? await good.findOne<Row>({ model, where }) : null
          return row ? good.deleteMany({ model, where: idOf(row) }) : good.deleteMany({ model, where })
        },
      })),
  },
  {
    name: "delete-many-deletes-all",
    defect: "deleteMany of a user's sessions deletes the sessions of everybody",
    by: ["deleted-users/rows"],
    open: () =>
      breaking((good) => ({
        deleteMany: (given: Given) =>
          good.deleteMany(given.model === "session" ? { ...given, where: [] } : given),
      })),
  },
  {
    name: "update-creates",
    defect: "update writes back a row that was deleted after it was read",
    by: ["sessions/refreshes"],
    open: () =>
      breaking((good) => ({
        async update(given: Given & { update: Record<string, unknown> }) {
          const row = await good.findOne<Row>(given)
          await pause()
          const updated = await good.update(given)
          if (updated || !row) return updated
          return good.create({ model: given.model, data: { ...row, ...given.update }, forceAllowId: true })
        },
      })),
  },
  {
    name: "cached-sessions",
    defect: "a session that was read is kept in memory, and found after it was deleted",
    by: ["sessions/revoked", "sessions/others", "sessions/deleted-user"],
    open: () => {
      const cache = new Map<string, unknown>()
      return breaking((good) => ({
        async findOne(given: Parameters<typeof good.findOne>[0]) {
          if (given.model !== "session") return good.findOne(given)
          const key = JSON.stringify(given)
          const row = cache.get(key) ?? (await good.findOne(given))
          if (row) cache.set(key, row)
          return row
        },
      }))
    },
  },
  {
    name: "rows-of-deleted-users",
    defect: "accounts of a deleted user stay",
    by: ["deleted-users/rows", "deleted-users/new-sign-up"],
    open: () => {
      const setup = breaking((good) => ({
        deleteMany: (given: Given) =>
          given.model === "account" ? Promise.resolve(1) : good.deleteMany(given),
      }))
      return {
        ...setup,
        migrate: async (options) => {
          await setup.migrate(options)
          setup.sqlite.exec("pragma foreign_keys = off")
        },
      }
    },
  },
]
