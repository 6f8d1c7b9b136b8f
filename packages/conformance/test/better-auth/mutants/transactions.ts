import {
  type Fields,
  type Given,
  type MethodName,
  type Methods,
  type Mutant,
  mutant,
  pause,
} from "./mutant.ts"

/** A transaction in which one method works outside of it. */
const outside =
  (name: MethodName) =>
  (good: Methods): Partial<Methods> => {
    const late: (() => Promise<unknown>)[] = []
    return {
      transaction: async (work) => {
        try {
          return await good.transaction((inside) =>
            work({
              ...inside,
              [name]: (given: Given) => {
                late.push(() => good[name](given))
                return inside[name](given)
              },
            }),
          )
        } catch (error) {
          // What the method did is done again, outside.
          for (const again of late.splice(0)) await again().catch(() => {})
          throw error
        }
      },
    }
  }

const undone = (
  [
    ["create", "create"],
    ["update", "update"],
    ["update-many", "updateMany"],
    ["delete", "delete"],
    ["delete-many", "deleteMany"],
    ["consume", "consumeOne"],
    ["increment", "incrementOne"],
  ] as const
).map(([by, name]) =>
  mutant(`transactions/undo-${by}`, `${name} escapes from a failed transaction`, outside(name)),
)

const without = (good: Methods): Partial<Methods> => ({ transaction: (work) => work(good) })

export const transactionMutants: readonly Mutant[] = [
  ...undone,
  mutant("transactions/work-runs-once", "a transaction that fails is tried again", (good) => ({
    transaction: (work) => good.transaction(work).catch(() => good.transaction(work)),
  })),
  mutant("transactions/undo-everything", "a transaction is no transaction", without),
  mutant("transactions/undo-after-a-refused-write", "a transaction that is refused is not undone", without),
  mutant(
    "transactions/all-or-nothing-after-a-caught-error",
    "an error inside undoes what came before it only",
    (good) => ({
      transaction: (work) => {
        const made: Given[] = []
        const create = async (given: Given) => {
          try {
            const row = await good.create(given)
            made.push({ model: given.model, where: [{ field: "id", value: String((row as Fields)["id"]) }] })
            return row
          } catch (error) {
            for (const each of made.splice(0)) await good.deleteMany(each)
            throw error
          }
        }
        return work({ ...good, create })
      },
    }),
  ),
  mutant("transactions/committed-rows-are-found", "a transaction returns nothing", (good) => ({
    transaction: async (work) => void (await good.transaction(work)),
  })),
  mutant("transactions/own-writes-are-seen", "count inside a transaction does not see its rows", (good) => ({
    transaction: (work) => good.transaction((inside) => work({ ...inside, count: async () => 0 })),
  })),
  mutant(
    "transactions/work-after-a-failure",
    "after a failed transaction, transactions are refused",
    (good) => {
      let failures = 0
      return {
        transaction: async (work) => {
          if (failures > 1) throw new Error("current transaction is aborted")
          return good.transaction(work).catch((error: unknown) => {
            failures++
            throw error
          })
        },
      }
    },
  ),
  mutant("transactions/do-not-mix", "concurrent transactions share one", (good) => {
    let open = 0
    return {
      transaction: async (work) => {
        if (open++ > 0) return work(good).finally(() => open--)
        return good.transaction(work).finally(() => open--)
      },
    }
  }),
  mutant(
    "transactions/uncommitted-rows-are-not-seen",
    "rows are written at once, and deleted after a failure",
    (good) => ({
      transaction: async (work) => {
        const made: Given[] = []
        const create = async (given: Given) => {
          const row = (await good.create(given)) as Fields
          made.push({ model: given.model, where: [{ field: "id", value: String(row["id"]) }] })
          return row
        }
        return work({ ...good, create }).catch(async (error: unknown) => {
          for (const each of made) await good.deleteMany(each)
          throw error
        })
      },
    }),
  ),
  mutant(
    "transactions/calls-outside-are-kept",
    "a failed transaction undoes all rows since its start",
    (good) => {
      const made: Given[] = []
      let open = 0
      const create = async (given: Given) => {
        const row = (await good.create(given)) as Fields
        if (open > 0) made.push({ model: given.model, where: [{ field: "id", value: String(row["id"]) }] })
        return row
      }
      return {
        create,
        transaction: async (work) => {
          open++
          try {
            return await work({ ...good, create })
          } catch (error) {
            await pause()
            for (const each of made.splice(0)) await good.deleteMany(each)
            throw error
          } finally {
            open--
          }
        },
      }
    },
  ),
  mutant("transactions/nothing-escapes", "writes that are on their way survive a failure", without),
  mutant(
    "transactions/calls-through-the-adapter-return",
    "calls of the adapter wait for the transaction",
    waiting(1),
  ),
  mutant(
    "transactions/many-with-calls-through-the-adapter",
    "ten transactions leave no connection for other calls",
    waiting(10),
  ),
  mutant("transactions/many-at-once", "more than eight transactions at once are refused", (good) => {
    let open = 0
    return {
      transaction: async (work) => {
        if (++open > 8) throw new Error("too many connections")
        return good.transaction(work).finally(() => open--)
      },
    }
  }),
  mutant("transactions/increments-in-many", "incrementOne in a transaction writes what it read", (good) => ({
    transaction: (work) => {
      const incrementOne = async (given: Given) => {
        const row = (await good.findOne({ model: given.model, where: given.where ?? [] })) as Fields
        await pause()
        return good.update({
          model: given.model,
          where: given.where ?? [],
          update: { amount: Number(row["amount"]) + 1 },
        })
      }
      return work({ ...good, incrementOne })
    },
  })),
  mutant(
    "transactions/undo-create",
    "what a transaction has read is remembered after its rollback",
    (good) => {
      const remembered = new Map<string, unknown>()
      const keyOf = ({ model, where }: Given) => JSON.stringify([model, where])
      return {
        transaction: (work) =>
          good.transaction((inside) =>
            work({
              ...inside,
              async findOne(given) {
                const row = await inside.findOne(given)
                remembered.set(keyOf(given), row)
                return row
              },
            }),
          ),
        findOne: async (given) => remembered.get(keyOf(given)) ?? good.findOne(given),
      }
    },
  ),
]

/** A pool of some connections: a transaction holds one of them, and lookups wait for one. */
function waiting(connections: number): (good: Methods) => Partial<Methods> {
  return (good) => {
    let free = connections
    const queue: (() => void)[] = []
    const acquire = async () => {
      if (free-- > 0) return
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    const release = () => {
      free++
      queue.shift()?.()
    }
    const using = async <T>(work: () => Promise<T>): Promise<T> => {
      await acquire()
      return work().finally(release)
    }
    return {
      findOne: (given) => using(() => good.findOne(given)),
      transaction: (work) => using(() => work(good)),
    }
  }
}
