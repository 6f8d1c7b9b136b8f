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
import { sessionMutants, transactionMutants } from "./flows-of-sessions.ts"

type Increment = Given & { increment: Record<string, number>; set?: Record<string, unknown> }

const added = (row: Row, { increment, set }: Increment): Record<string, unknown> => ({
  ...set,
  ...Object.fromEntries(Object.entries(increment).map(([name, by]) => [name, Number(row[name]) + by])),
})

const consuming: readonly FlowMutant[] = [
  {
    name: "consume-reads-then-deletes",
    defect: "consumeOne reads the row and deletes it: every caller that reads in time gets it",
    by: [
      "magic-links/one-session",
      "email-codes/one-session",
      "email-codes/guesses",
      "password-resets/one-use",
    ],
    open: () =>
      withoutTransactions(
        breaking((good) => ({
          async consumeOne({ model, where }: Given) {
            const row = await good.findOne<Row>({ model, where })
            await pause()
            if (row) await good.delete({ model, where: idOf(row) })
            return row
          },
        })),
      ),
  },
  {
    name: "fallback-with-wrong-counts",
    defect: "consumeOne trusts a count of deleteMany that says 1 for a row that another caller deleted",
    by: ["magic-links/one-session", "magic-links/new-user"],
    open: () =>
      withoutTransactions(
        breaking((good) => {
          const deleteMany = async (given: Given) => Math.max(1, await good.deleteMany(given))
          return {
            deleteMany,
            async consumeOne({ model, where }: Given) {
              const row = await good.findOne<Row>({ model, where })
              await pause()
              return row && (await deleteMany({ model, where: idOf(row) })) === 1 ? row : null
            },
          }
        }),
      ),
  },
  {
    name: "consume-matches-part-of-the-condition",
    defect: "consumeOne deletes whichever row of the table comes first",
    by: ["magic-links/several-links"],
    open: () =>
      breaking((good) => ({
        async consumeOne({ model, where }: Given) {
          const [row] = await good.findMany<Row>({ model, limit: 1 })
          return row ? good.consumeOne({ model, where: idOf(row) }) : good.consumeOne({ model, where })
        },
      })),
  },
]

const counting: readonly FlowMutant[] = [
  {
    name: "increment-reads-then-writes",
    defect: "incrementOne reads the row, then writes the sum: concurrent increments are lost",
    by: ["rate-limits/burst", "api-keys/uses", "api-keys/rate-limit", "invitations/one-membership"],
    open: () =>
      breaking((good) => ({
        async incrementOne(given: Increment) {
          const row = await good.findOne<Row>(given)
          await pause()
          return row && good.update({ model: given.model, where: idOf(row), update: added(row, given) })
        },
      })),
  },
  {
    name: "increment-ignores-its-guard",
    defect: "incrementOne only compares the key, not the limit",
    by: ["rate-limits/burst"],
    open: () =>
      breaking((good) => ({
        incrementOne: (given: Increment) => good.incrementOne({ ...given, where: given.where.slice(0, 1) }),
      })),
  },
  {
    name: "increment-without-set",
    defect: "incrementOne writes nothing if there is only `set`",
    by: ["invitations/one-membership", "rate-limits/next-window"],
    open: () =>
      breaking((good) => ({
        incrementOne: (given: Increment) =>
          Object.keys(given.increment).length > 0 ? good.incrementOne(given) : good.findOne(given),
      })),
  },
  {
    name: "increment-gives-up",
    defect:
      "incrementOne throws if another caller was faster, as Better Auth's fallback does after five tries",
    by: ["rate-limits/allowed-requests", "api-keys/every-use"],
    open: () =>
      breaking((good) => {
        let running = 0
        return {
          async incrementOne(given: Increment) {
            if (running > 2) throw new Error("Could not complete an atomic increment due to contention.")
            running++
            await pause()
            return good.incrementOne(given).finally(() => running--)
          },
        }
      }),
  },
]

const indexes: readonly FlowMutant[] = [
  {
    name: "accounts-not-unique",
    defect: "the table of accounts has no unique key, as Better Auth creates it",
    by: ["oauth/first-sign-in"],
    open: () => kyselyOnSqlite({ accountKey: false }),
  },
  {
    name: "addresses-not-unique",
    defect: "the table of users has no unique key on the address",
    by: ["sign-ups/one-user", "magic-links/links-of-a-new-address", "oauth/new-user"],
    open: () => withoutTransactions(kyselyOnSqlite({ uniqueAddress: false })),
  },
  {
    name: "create-replaces",
    defect: "create replaces a row whose primary key is taken",
    by: ["verification-values/reserved"],
    open: () =>
      breaking((good) => ({
        async create(given: Parameters<typeof good.create>[0]) {
          const { id } = given.data as { id?: string }
          if (id) await good.deleteMany({ model: given.model, where: [{ field: "id", value: id }] })
          return good.create(given)
        },
      })),
  },
]

const values: readonly FlowMutant[] = [
  {
    name: "find-many-unsorted",
    defect: "findMany does not sort",
    by: ["verification-values/newest"],
    open: () =>
      breaking((good) => ({
        findMany: ({ sortBy: _, ...given }: Parameters<typeof good.findMany>[0]) => good.findMany(given),
      })),
  },
  {
    name: "errors-with-parameters",
    defect: "an error of a failed insert shows the parameters of the statement",
    by: ["logs/links", "logs/sign-ups", "logs/sessions"],
    open: () =>
      breaking((good) => ({
        create: (given: Parameters<typeof good.create>[0]) =>
          good.create(given).catch((error: unknown) => {
            throw Object.assign(new Error("Failed query: insert"), { params: given.data, cause: error })
          }),
      })),
  },
]

/** Defects that a visitor of a site sees. */
export const flowMutants: readonly FlowMutant[] = [
  ...consuming,
  ...counting,
  ...indexes,
  ...transactionMutants,
  ...sessionMutants,
  ...values,
]
