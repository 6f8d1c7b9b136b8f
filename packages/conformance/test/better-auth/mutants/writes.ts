import { byId, type Fields, type Mutant, mutant, pause } from "./mutant.ts"

const created: readonly Mutant[] = [
  mutant("writes/created-row-is-returned", "create returns its argument without the id", (good) => ({
    create: async (given) => {
      await good.create(given)
      return { ...given.data }
    },
  })),
  mutant("writes/given-id-is-kept", "create always makes an id of its own", (good) => ({
    create: ({ forceAllowId: _, data: { id: __, ...data } = {}, ...given }) =>
      good.create({ ...given, data }),
  })),
  mutant("writes/fields-that-are-left-out", "fields that are left out become empty texts", (good) => ({
    create: (given) =>
      good.create(given.model === "conformanceRow" ? { ...given, data: { note: "", ...given.data } } : given),
  })),
  mutant("writes/selected-fields-of-a-new-row", "create ignores select", (good) => ({
    create: ({ select: _, ...given }) => good.create(given),
  })),
]

const updated: readonly Mutant[] = [
  mutant("writes/updated-row-is-returned", "update returns the row as it was", (good) => ({
    update: async (given) => {
      const before = await good.findOne({ model: given.model, where: given.where ?? [] })
      await good.update(given)
      return before
    },
  })),
  mutant(
    "writes/update-of-its-own-condition",
    "update reads the row again with its old condition",
    (good) => ({
      update: async (given) => {
        await good.updateMany(given)
        return good.findOne({ model: given.model, where: given.where ?? [] })
      },
    }),
  ),
  mutant("writes/update-of-nothing", "update returns its argument if there is no row", (good) => ({
    update: async (given) => (await good.update(given)) ?? { ...given.update },
  })),
  mutant("writes/update-of-nothing-in-every-model", "update of no account returns its argument", (good) => ({
    update: async (given) =>
      (await good.update(given)) ?? (given.model === "account" ? { ...given.update } : null),
  })),
  mutant("writes/update-without-a-condition", "update without a condition changes all rows", (good) => ({
    update: async (given) => {
      if (given.where?.length) return good.update(given)
      await good.updateMany(given)
      return good.findOne({ model: given.model, where: [] })
    },
  })),
  mutant("writes/update-of-one-row", "update changes all matching rows", (good) => ({
    update: async (given) => {
      const row = (await good.findOne({ model: given.model, where: given.where ?? [] })) as Fields | null
      await good.updateMany(given)
      return row && good.findOne({ model: given.model, where: byId(row) })
    },
  })),
  mutant("writes/other-fields-stay", "update with undefined clears the field", (good) => ({
    update: (given) => {
      const cleared = Object.entries(given.update ?? {}).map(([name, value]) => [name, value ?? null])
      return good.update({ ...given, update: Object.fromEntries(cleared) })
    },
  })),
  mutant("writes/values-set-to-null", "updateMany leaves fields that are set to null", (good) => ({
    updateMany: (given) => {
      const kept = Object.entries(given.update ?? {}).filter(([, value]) => value !== null)
      return good.updateMany({ ...given, update: Object.fromEntries(kept) })
    },
  })),
  mutant("writes/many-updated", "updateMany changes one row", (good) => ({
    updateMany: async (given) => ((await good.update(given)) ? 1 : 0),
  })),
]

const deleted: readonly Mutant[] = [
  mutant("writes/deleted-row-is-gone", "delete only works with an id", (good) => ({
    delete: async (given) =>
      given.where?.some(({ field }) => field === "id") ? good.delete(given) : undefined,
  })),
  mutant("writes/deletion-of-nothing", "delete of a missing row throws", (good) => ({
    delete: async (given) => {
      if ((await good.deleteMany(given)) === 0) throw new Error("no such row")
    },
  })),
  mutant("writes/only-matching-rows-are-deleted", "delete uses its first condition only", (good) => ({
    delete: (given) => good.deleteMany({ ...given, where: given.where?.slice(0, 1) ?? [] }),
  })),
  mutant("writes/deleted-rows-can-be-created-again", "delete marks rows, and lookups hide them", (good) => {
    const hidden = new Set<unknown>()
    const shown = (row: unknown) => (hidden.has((row as Fields | null)?.["id"]) ? null : row)
    return {
      delete: async (given) =>
        void hidden.add(
          ((await good.findOne({ model: given.model, where: given.where ?? [] })) as Fields | null)?.["id"],
        ),
      findOne: async (given) => shown(await good.findOne(given)),
    }
  }),
  mutant("writes/one-model-at-a-time", "deleteMany of a value deletes sessions with it too", (good) => ({
    deleteMany: async (given) => {
      const [one] = given.where ?? []
      if (given.model === "verification" && one?.field === "value")
        await good.deleteMany({ model: "session", where: [{ field: "token", value: one.value }] })
      return good.deleteMany(given)
    },
  })),
]

const counted: readonly Mutant[] = [
  mutant("counts/deleted-rows", "deleteMany counts at most 100 rows", (good) => ({
    deleteMany: async (given) => Math.min(100, Number(await good.deleteMany(given))),
  })),
  mutant("counts/updated-rows", "updateMany returns 1 for any number of rows", (good) => ({
    updateMany: async (given) => Math.min(1, Number(await good.updateMany(given))),
  })),
  mutant("counts/unchanged-rows", "updateMany counts rows that change", (good) => ({
    updateMany: async (given) => {
      const rows = (await good.findMany({
        model: given.model,
        where: given.where ?? [],
        limit: 1_000,
      })) as Fields[]
      await good.updateMany(given)
      const isChanged = (row: Fields) =>
        Object.entries(given.update ?? {}).some(([name, value]) => String(row[name]) !== String(value))
      return rows.filter(isChanged).length
    },
  })),
  mutant("counts/counted-rows", "count is the length of findMany with its default limit", (good) => ({
    count: async (given) =>
      ((await good.findMany({ model: given.model, where: given.where ?? [] })) as Fields[]).length,
  })),
  mutant("counts/fields-that-are-null", "count leaves out rows without a note", (good) => ({
    count: async (given) => {
      const rows = (await good.findMany({ ...given, limit: 10_000 })) as Fields[]
      return rows.filter((row) => row["note"] !== null).length
    },
  })),
  mutant("counts/all-rows", "count without a condition is estimated", (good) => ({
    count: async (given) =>
      given.where?.length ? good.count(given) : Math.floor(Number(await good.count(given)) / 10) * 10,
  })),
  mutant("counts/many-rows", "deleteMany deletes at most 1,000 rows", (good) => ({
    deleteMany: async (given) => {
      const rows = (await good.findMany({ ...given, limit: 1_000 })) as Fields[]
      const ids = rows.map((row) => String(row["id"]))
      return good.deleteMany({ ...given, where: [{ field: "id", operator: "in", value: ids }] })
    },
  })),
  mutant("counts/many-rows", "findMany returns at most 1,000 rows, whatever its limit", (good) => ({
    findMany: (given) => good.findMany({ ...given, limit: Math.min(given.limit ?? 100, 1_000) }),
  })),
  mutant("counts/one-update-wins", "updateMany checks its condition before it writes", (good) => ({
    updateMany: async (given) => {
      const rows = (await good.findMany({ model: given.model, where: given.where ?? [] })) as Fields[]
      await pause()
      for (const row of rows) await good.updateMany({ ...given, where: byId(row) })
      return rows.length
    },
  })),
]

const listed: readonly Mutant[] = [
  mutant("lists/limit", "findMany ignores its limit", (good) => ({
    findMany: ({ limit: _, ...given }) => good.findMany(given),
  })),
  mutant("lists/no-rows", "findMany returns null if it finds nothing", (good) => ({
    findMany: async (given) => {
      const rows = (await good.findMany(given)) as Fields[]
      return rows.length > 0 ? rows : null
    },
  })),
  mutant("lists/sorted", "numbers are sorted as text", (good) => ({
    findMany: async (given) => {
      const rows = (await good.findMany(given)) as Fields[]
      const { field, direction } = given.sortBy ?? {}
      if (field !== "amount") return rows
      const sorted = rows.sort((a, b) => (String(a[field]) < String(b[field]) ? -1 : 1))
      return direction === "asc" ? sorted : sorted.reverse()
    },
  })),
  mutant("lists/pages", "the page is cut before the rows are sorted", (good) => ({
    findMany: async ({ sortBy, ...given }) => {
      const rows = (await good.findMany(given)) as Fields[]
      if (!sortBy) return rows
      const sign = sortBy.direction === "asc" ? 1 : -1
      return rows.sort((a, b) => sign * (Number(a[sortBy.field]) - Number(b[sortBy.field])))
    },
  })),
  mutant("lists/offset", "the offset counts pages", (good) => ({
    findMany: (given) =>
      good.findMany({
        ...given,
        ...(given.offset !== undefined && { offset: given.offset * (given.limit ?? 1) }),
      }),
  })),
  mutant("lists/most-rows", "findMany never returns more than 100 rows", (good) => ({
    findMany: (given) => good.findMany({ ...given, limit: Math.min(100, given.limit ?? 100) }),
  })),
  mutant("lists/selected-fields", "findOne ignores select", (good) => ({
    findOne: ({ select: _, ...given }) => good.findOne(given),
  })),
  mutant("lists/first-match", "findOne returns null if several rows match", (good) => ({
    findOne: async (given) =>
      Number(await good.count({ model: given.model, where: given.where ?? [] })) > 1
        ? null
        : good.findOne(given),
  })),
]

export const writeMutants: readonly Mutant[] = [created, updated, deleted, counted, listed].flat()
