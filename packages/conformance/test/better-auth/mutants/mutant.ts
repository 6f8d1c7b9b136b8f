import type { DBAdapter, Where } from "better-auth"

export type Fields = Record<string, unknown>

/** The argument of any method. */
export type Given = {
  readonly model: string
  readonly where?: Where[]
  readonly data?: Fields
  readonly update?: Fields
  readonly set?: Fields
  readonly increment?: Record<string, number>
  readonly select?: string[]
  readonly limit?: number
  readonly offset?: number
  readonly join?: Record<string, boolean | { limit?: number }>
  readonly sortBy?: { readonly field: string; readonly direction: "asc" | "desc" }
  readonly forceAllowId?: boolean
}

type Method = (given: Given) => Promise<unknown>
export type MethodName =
  | ("create" | "findOne" | "findMany" | "count" | "update" | "updateMany")
  | ("delete" | "deleteMany" | "consumeOne" | "incrementOne")

export type Methods = Record<MethodName, Method> & {
  transaction(work: (inside: Methods) => Promise<unknown>): Promise<unknown>
}

/** An adapter with one planted defect, which the case `by` must find. */
export type Mutant = {
  readonly by: string
  /** What goes wrong, in one line. */
  readonly defect: string
  make(good: DBAdapter): DBAdapter
}

/** Makes a mutant by replacing some methods of the good adapter. */
export const mutant = (
  by: string,
  defect: string,
  overrides: (good: Methods) => Partial<Methods>,
): Mutant => ({
  by,
  defect,
  make: (good) => ({ ...good, ...overrides(good as unknown as Methods) }) as unknown as DBAdapter,
})

/** The time that a store takes to answer, in which other calls run. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1))

export const reading: readonly MethodName[] = ["findOne", "findMany", "count"]
export const all: readonly MethodName[] = [
  ...reading,
  ...(["update", "updateMany", "delete", "deleteMany", "consumeOne", "incrementOne"] as const),
]

type Edit = (condition: Where, model: string) => readonly Where[] | Where

/** Changes the conditions of some methods. */
export const editing =
  (names: readonly MethodName[], edit: Edit) =>
  (good: Methods): Partial<Methods> =>
    Object.fromEntries(
      names.map((name) => [
        name,
        (given: Given) =>
          good[name]({
            ...given,
            ...(given.where && { where: given.where.flatMap((one) => edit(one, given.model)) }),
          }),
      ]),
    )

/** Evaluates some conditions itself, in findMany and count. */
export const filtering =
  (isOwn: (condition: Where) => boolean, test: (value: unknown, condition: Where) => boolean) =>
  (good: Methods): Partial<Methods> => {
    const select = async ({ where = [], ...given }: Given) => {
      const rest = where.filter((one) => !isOwn(one))
      const rows = (await good.findMany({ ...given, where: rest, limit: 10_000 })) as Fields[]
      return rows.filter((row) => where.filter(isOwn).every((one) => test(row[one.field], one)))
    }
    return { findMany: select, count: async (given) => (await select(given)).length }
  }

/** Changes what is stored. */
export const storing =
  (change: (data: Fields, model: string) => Fields) =>
  (good: Methods): Partial<Methods> => ({
    create: (given) => good.create({ ...given, data: change(given.data ?? {}, given.model) }),
    update: (given) => good.update({ ...given, update: change(given.update ?? {}, given.model) }),
    updateMany: (given) => good.updateMany({ ...given, update: change(given.update ?? {}, given.model) }),
  })

/** Changes every row that is returned. */
export const returning =
  (
    change: (row: Fields) => Fields,
    names: readonly MethodName[] = ["create", "findOne", "findMany", "update", "consumeOne", "incrementOne"],
  ) =>
  (good: Methods): Partial<Methods> =>
    Object.fromEntries(
      names.map((name) => [
        name,
        async (given: Given) => {
          const result = await good[name](given)
          if (Array.isArray(result)) return result.map((row: Fields) => change(row))
          return result ? change(result as Fields) : result
        },
      ]),
    )

/** Changes one field of a row or of data, if it is there. */
export const field =
  (name: string, change: (value: unknown) => unknown) =>
  (row: Fields): Fields =>
    name in row ? { ...row, [name]: change(row[name]) } : row

/** Changes every field. */
export const fields =
  (change: (value: unknown) => unknown) =>
  (row: Fields): Fields =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, change(value)]))

export const onDates = (change: (date: Date) => unknown) =>
  fields((value) => (value instanceof Date ? change(value) : value))

/** Reads, waits and then acts with the id that it read. */
export const readFirst = async (good: Methods, { model, where = [] }: Given): Promise<Fields | null> => {
  const row = (await good.findOne({ model, where })) as Fields | null
  await pause()
  return row
}

export const byId = (row: Fields): Where[] => [{ field: "id", value: String(row["id"]) }]
