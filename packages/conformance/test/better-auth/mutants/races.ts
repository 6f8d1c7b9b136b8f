import {
  byId,
  type Fields,
  type Given,
  type Methods,
  type Mutant,
  mutant,
  pause,
  readFirst,
} from "./mutant.ts"

/** consumeOne that reads first and trusts what it read. */
const takeRead = (good: Methods) => async (given: Given) => {
  const row = await readFirst(good, given)
  if (row) await good.deleteMany({ model: given.model, where: byId(row) })
  return row
}

const consumed: readonly Mutant[] = [
  mutant("consume/returns-the-row", "consumeOne returns only the id", (good) => ({
    consumeOne: async (given) => {
      const row = (await good.consumeOne(given)) as Fields | null
      return row && { id: row["id"] }
    },
  })),
  mutant("consume/nothing-found", "consumeOne ignores the value", (good) => ({
    consumeOne: (given) =>
      good.consumeOne({ ...given, where: (given.where ?? []).filter(({ field }) => field !== "value") }),
  })),
  mutant("consume/one-of-several", "consumeOne deletes all matching rows", (good) => ({
    consumeOne: async (given) => {
      const row = await good.consumeOne(given)
      await good.deleteMany(given)
      return row
    },
  })),
  mutant("consume/other-rows-stay", "consumeOne also deletes the newest row", (good) => ({
    consumeOne: async (given) => {
      const row = await good.consumeOne(given)
      await good.consumeOne({ model: given.model, where: [] })
      const newest = (await good.findMany({ model: given.model, limit: 1_000 })) as Fields[]
      const last = newest.at(-1)
      if (last) await good.deleteMany({ model: given.model, where: byId(last) })
      return row
    },
  })),
  mutant("consume/respects-every-condition", "consumeOne uses the first condition only", (good) => ({
    consumeOne: (given) => good.consumeOne({ ...given, where: given.where?.slice(0, 1) ?? [] }),
  })),
  mutant("consume/alternatives", "consumeOne treats OR as AND", (good) => ({
    consumeOne: (given) =>
      good.consumeOne({ ...given, where: (given.where ?? []).map((one) => ({ ...one, connector: "AND" })) }),
  })),
  mutant("consume/of-sessions", "consumeOne does not delete sessions", (good) => ({
    consumeOne: (given) => (given.model === "session" ? good.findOne(given) : good.consumeOne(given)),
  })),
  mutant("consume/one-caller-by-id", "consumeOne reads, then deletes", (good) => ({
    consumeOne: takeRead(good),
  })),
  mutant(
    "consume/one-caller-by-value",
    "consumeOne by other fields than the id reads, then deletes",
    (good) => ({
      consumeOne: (given) =>
        given.where?.some(({ field }) => field === "id") ? good.consumeOne(given) : takeRead(good)(given),
    }),
  ),
  mutant("consume/each-row-once", "consumeOne of several rows reads, then deletes", (good) => ({
    consumeOne: takeRead(good),
  })),
  mutant("consume/no-row-overlooked", "consumeOne gives up if another caller was faster", (good) => ({
    consumeOne: async (given) => {
      const row = await readFirst(good, given)
      return row && (await good.deleteMany({ model: given.model, where: byId(row) })) === 1 ? row : null
    },
  })),
  mutant("consume/beside-deletions", "consumeOne reads, then deletes, beside deletions", (good) => ({
    consumeOne: takeRead(good),
  })),
  mutant("consume/beside-updates", "update creates the row again if it is gone", (good) => ({
    update: writeBack(good),
  })),
  mutant(
    "consume/in-transactions",
    "consumeOne in a transaction reads, then deletes, without one",
    (good) => ({
      transaction: (work) => work({ ...good, consumeOne: takeRead(good) }),
    }),
  ),
  mutant("consume/deletions-count-once", "deleteMany counts the rows before it deletes them", (good) => ({
    deleteMany: async (given) => {
      const count = await good.count({ model: given.model, where: given.where ?? [] })
      await pause()
      await good.deleteMany(given)
      return count
    },
  })),
]

/** An update that reads the row, and writes all of it back. */
const writeBack = (good: Methods) => async (given: Given) => {
  const row = await readFirst(good, given)
  if (!row) return null
  const changed = { ...row, ...given.update }
  const updated = await good.update({ model: given.model, where: byId(row), update: changed })
  return updated ?? good.create({ model: given.model, data: changed, forceAllowId: true })
}

/** An increment that reads the row, and writes the sum. */
const addRead = (good: Methods) => async (given: Given) => {
  const row = await readFirst(good, given)
  if (!row) return null
  const sums = Object.entries(given.increment ?? {}).map(([name, delta]) => [name, Number(row[name]) + delta])
  return good.update({
    model: given.model,
    where: byId(row),
    update: { ...given.set, ...Object.fromEntries(sums) },
  })
}

const editIncrement = (by: string, defect: string, edit: (given: Given) => Given): Mutant =>
  mutant(by, defect, (good) => ({ incrementOne: (given) => good.incrementOne(edit(given)) }))

const incremented: readonly Mutant[] = [
  mutant("increments/returns-the-new-row", "incrementOne returns the row as it was", (good) => ({
    incrementOne: async (given) => {
      const before = await good.findOne({ model: given.model, where: given.where ?? [] })
      return (await good.incrementOne(given)) && before
    },
  })),
  editIncrement("increments/negative", "a negative increment is added", (given) => ({
    ...given,
    increment: Object.fromEntries(
      Object.entries(given.increment ?? {}).map(([name, delta]) => [name, Math.abs(delta)]),
    ),
  })),
  editIncrement("increments/condition-not-met", "incrementOne only uses the id", (given) => ({
    ...given,
    where: given.where?.slice(0, 1) ?? [],
  })),
  mutant("increments/sets-beside", "incrementOne leaves out set", (good) => ({
    incrementOne: ({ set: _, ...given }) => good.incrementOne(given),
  })),
  mutant("increments/only-sets", "incrementOne without an increment does nothing", (good) => ({
    incrementOne: (given) =>
      Object.keys(given.increment ?? {}).length > 0
        ? good.incrementOne(given)
        : good.findOne({ model: given.model, where: given.where ?? [] }),
  })),
  editIncrement("increments/several-fields", "incrementOne adds to one field", (given) => ({
    ...given,
    increment: Object.fromEntries(Object.entries(given.increment ?? {}).slice(0, 1)),
  })),
  mutant("increments/one-row", "incrementOne changes all matching rows", (good) => ({
    incrementOne: async (given) => {
      const rows = (await good.findMany({ model: given.model, where: given.where ?? [] })) as Fields[]
      let last: unknown = null
      for (const row of rows) last = await good.incrementOne({ ...given, where: byId(row) })
      return last
    },
  })),
  mutant("increments/large-numbers", "incrementOne works with 32 bits", (good) => ({
    incrementOne: async (given) => {
      const row = (await good.incrementOne(given)) as Fields | null
      return row && { ...row, large: Number(row["large"]) | 0 }
    },
  })),
  mutant("increments/nothing-lost", "incrementOne reads, then writes the sum", (good) => ({
    incrementOne: addRead(good),
  })),
  mutant("increments/all-succeed", "incrementOne gives up if another caller is at work", (good) => {
    let running = 0
    return {
      incrementOne: async (given) => {
        if (running > 2) throw new Error("contention")
        running++
        await pause()
        return good.incrementOne(given).finally(() => running--)
      },
    }
  }),
  mutant("increments/limit-holds", "incrementOne checks its limit, then adds", (good) => ({
    incrementOne: async (given) => {
      const row = await readFirst(good, given)
      return row && good.incrementOne({ ...given, where: byId(row) })
    },
  })),
  mutant("increments/last-use-goes-once", "incrementOne checks what remains, then subtracts", (good) => ({
    incrementOne: async (given) => {
      const row = await readFirst(good, given)
      return row && good.incrementOne({ ...given, where: byId(row) })
    },
  })),
  mutant("increments/one-state-change", "a guarded change of state is checked, then written", (good) => ({
    incrementOne: async (given) => {
      const row = await readFirst(good, given)
      return row && good.incrementOne({ ...given, where: byId(row) })
    },
  })),
  mutant("increments/beside-updates", "update writes the whole row back", (good) => ({
    update: writeBack(good),
  })),
  mutant("increments/beside-deletions", "incrementOne creates the row again if it is gone", (good) => ({
    incrementOne: async (given) => {
      const row = await readFirst(good, given)
      return (
        row &&
        ((await good.incrementOne(given)) ??
          good.create({ model: given.model, data: row, forceAllowId: true }))
      )
    },
  })),
]

const mixed: readonly Mutant[] = [
  mutant("races/own-answers", "concurrent lookups get the answer of the first", (good) => {
    let running: Promise<unknown> | undefined
    return {
      findOne: (given) => {
        running ??= good.findOne(given).finally(() => {
          running = undefined
        })
        return running
      },
    }
  }),
  mutant("races/own-fields", "concurrent lookups of one row share a query", (good) => {
    const running = new Map<string, Promise<unknown>>()
    return {
      findOne: (given) => {
        const key = JSON.stringify([given.model, given.where])
        const query = running.get(key) ?? good.findOne(given).finally(() => running.delete(key))
        running.set(key, query)
        return query
      },
    }
  }),
  mutant("races/own-lists", "concurrent lists get the answer of the first", (good) => {
    let running: Promise<unknown> | undefined
    return {
      findMany: (given) => {
        running ??= good.findMany(given).finally(() => {
          running = undefined
        })
        return running
      },
    }
  }),
  mutant("races/all-created", "create returns the newest row", (good) => {
    let newest: unknown
    return {
      create: async (given) => {
        newest = await good.create(given)
        await pause()
        return newest
      },
    }
  }),
  mutant("races/updates-of-two-fields", "update writes the whole row back, and loses others", (good) => ({
    update: writeBack(good),
  })),
  mutant("races/updates-of-many-rows", "updateMany writes whole rows back", (good) => ({
    updateMany: async (given) => {
      const rows = (await good.findMany({ model: given.model, where: given.where ?? [] })) as Fields[]
      await pause()
      for (const row of rows)
        await good.update({ model: given.model, where: byId(row), update: { ...row, ...given.update } })
      return rows.length
    },
  })),
  mutant("races/deleted-rows-stay-deleted", "update is an upsert", (good) => ({ update: writeBack(good) })),
  mutant("races/guarded-updates", "update checks its condition, then writes", (good) => ({
    update: async (given) => {
      const row = await readFirst(good, given)
      return row && good.update({ ...given, where: byId(row) })
    },
  })),
  mutant("races/refreshed-rows-stay", "deleteMany deletes by ids that it read", (good) => ({
    deleteMany: async (given) => {
      const row = await readFirst(good, given)
      return row ? good.deleteMany({ model: given.model, where: byId(row) }) : 0
    },
  })),
  mutant("races/bursts", "more than fifty calls at once are refused", (good) => {
    let running = 0
    return {
      findOne: async (given) => {
        if (++running > 50) throw new Error("too many connections")
        return good.findOne(given).finally(() => running--)
      },
    }
  }),
]

export const raceMutants: readonly Mutant[] = [...consumed, ...incremented, ...mixed]
