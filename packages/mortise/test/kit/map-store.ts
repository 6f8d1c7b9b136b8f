/** A store as someone else writes it, with public imports only: texts in an asynchronous map, behind a lock. */
import type { ModelName } from "mortise"
import {
  type AdapterOptions,
  applyPatch,
  checkOptionNames,
  completeRows,
  conflict,
  createAdapter,
  defaultSchema,
  type Entry,
  type ExtraFields,
  isGuardMet,
  joinKey,
  type Key,
  type MortiseAdapter,
  type OpenStore,
  ownerMissing,
  type StoreRow as Row,
  rowToTexts,
  type Schema,
  type Store,
  selectPage,
  sharedOptionNames,
  type Tenanted,
  textsToRow,
} from "mortise/store"

/** The engine: one map of texts. */
export type TextMap = Map<string, string>

const roundTrips = { insert: 4, find: 2, list: 2, findWithUser: 3, update: 4, take: 3, removeUser: 4 }

export function mapAdapter<X extends ExtraFields = object, Tenants extends boolean = false>(
  map: TextMap,
  options: AdapterOptions<X, Tenants> = {},
): Tenanted<Tenants, MortiseAdapter<X>> {
  checkOptionNames("mapAdapter", options, sharedOptionNames)
  const schema: Schema = options.schema ?? defaultSchema()
  const lock = locks.get(map) ?? createLock()
  locks.set(map, lock)
  const open = (tenant = ""): OpenStore => {
    const rows = createRows(map, schema, `${tenant}/`)
    const { store, upkeep } = createVerbs(rows, schema)
    return { store: lockAll(lock, store), upkeep: lockAll(lock, upkeep) }
  }
  return createAdapter(
    { name: "map", open, owner: map, removal: "atomic", durability: "none", roundTrips },
    options,
  )
}

const locks = new WeakMap<TextMap, Lock>()

type Rows = ReturnType<typeof createRows>

/** The rows under their primary keys, and one entry for each other key and each owner. */
function createRows(map: TextMap, { models }: Schema, prefix: string) {
  const name = (kind: string, fields: readonly string[], row: Readonly<Row> | Key): string | undefined => {
    const key = joinKey(row, fields)
    return key === undefined ? undefined : `${prefix}${kind}/${fields.join()}/${key}`
  }
  const listNames = (model: ModelName, row: Readonly<Row>): (readonly [string, readonly string[]])[] =>
    models[model].keys.flatMap((fields) => {
      const text = name(model, fields, row)
      return text === undefined ? [] : [[text, fields] as const]
    })
  const ownerName = (model: ModelName, owner: unknown) => `${prefix}owner/${model}/${owner}`
  const readOwned = async (model: ModelName, owner: unknown): Promise<string[]> =>
    JSON.parse((await read(ownerName(model, owner))) ?? "[]")
  const read = async (at: string) => map.get(at)

  const readAt = async (model: ModelName, at: string | undefined): Promise<Row | null> => {
    const text = at === undefined ? undefined : await read(at)
    return text === undefined ? null : textsToRow(models[model], JSON.parse(text))
  }
  const changeOwned = async (model: ModelName, row: Readonly<Row>, change: (names: Set<string>) => void) => {
    const { owner } = models[model]
    if (!owner) return
    const names = new Set(await readOwned(model, row[owner.field]))
    change(names)
    if (names.size > 0) map.set(ownerName(model, row[owner.field]), JSON.stringify([...names]))
    else map.delete(ownerName(model, row[owner.field]))
  }

  return {
    async find(model: ModelName, key: Key): Promise<Row | null> {
      const [primary = [], other = []] = models[model].keys
      if (primary.every((field) => field in key)) return readAt(model, name(model, primary, key))
      return readAt(model, await read(name(model, other, key) ?? ""))
    },
    async list(model: ModelName, owner: unknown): Promise<Row[]> {
      const names = await readOwned(model, owner)
      return (await Promise.all(names.map((at) => readAt(model, at)))).filter((row) => row !== null)
    },
    async all(model: ModelName): Promise<Row[]> {
      const start = `${prefix}${model}/${(models[model].keys[0] ?? []).join()}/`
      const names = [...map.keys()].filter((at) => at.startsWith(start))
      return (await Promise.all(names.map((at) => readAt(model, at)))).filter((row) => row !== null)
    },
    /** The fields of the first key that another row has. */
    findTaken: (model: ModelName, row: Readonly<Row>) =>
      listNames(model, row).find(([at]) => map.has(at))?.[1],
    async add(model: ModelName, row: Readonly<Row>): Promise<void> {
      const [[primary] = [""], ...others] = listNames(model, row)
      map.set(primary, JSON.stringify(rowToTexts(models[model], row)))
      for (const [at] of others) map.set(at, primary)
      await changeOwned(model, row, (names) => names.add(primary))
    },
    async drop(model: ModelName, row: Readonly<Row>): Promise<void> {
      const names = listNames(model, row).map(([at]) => at)
      for (const at of names) map.delete(at)
      await changeOwned(model, row, (owned) => owned.delete(names[0] as string))
    },
  }
}

function createVerbs(rows: Rows, schema: Schema): OpenStore {
  const { models } = schema
  let serial = 0
  const findOwner = async (model: ModelName, row: Readonly<Row>): Promise<Row | null> => {
    const { owner } = models[model]
    return owner ? rows.find("user", { [owner.of]: row[owner.field] as string }) : null
  }
  const add = async (model: ModelName, row: Row): Promise<void> => {
    if (models[model].owner?.mustExist && !(await findOwner(model, row))) throw ownerMissing(model)
    const taken = rows.findTaken(model, row)
    if (taken) throw conflict(model, taken)
    await rows.add(model, row)
  }

  const store: Store = {
    async insert(entries: readonly Entry[]) {
      const complete = await completeRows(schema, entries, async () => String(++serial))
      const added: [ModelName, Row][] = []
      try {
        for (const [index, row] of complete.entries()) {
          const model = entries[index]?.[0] as ModelName
          await add(model, row)
          added.push([model, row])
        }
      } catch (error) {
        for (const [model, row] of added) await rows.drop(model, row)
        throw error
      }
      return complete
    },
    find: rows.find,
    list: rows.list,
    async findWithUser(model, key) {
      const row = await rows.find(model, key)
      const user = row && (await findOwner(model, row))
      return user && { row, user }
    },
    async update(model, key, patch, guard) {
      const row = await rows.find(model, key)
      if (!row) return "absent"
      if (guard && !isGuardMet(row, guard)) return "refused"
      await rows.drop(model, row)
      const changed = applyPatch(models[model], { ...row }, patch)
      await add(model, changed).catch(async (error) => {
        await rows.add(model, row)
        throw error
      })
      return changed
    },
    async take(model, key, guard) {
      const row = await rows.find(model, key)
      if (!row) return "absent"
      if (guard && !isGuardMet(row, guard)) return "refused"
      await rows.drop(model, row)
      return row
    },
    async removeUser(id) {
      const user = await rows.find("user", { id })
      if (!user) return null
      for (const { name, owner } of Object.values(models))
        if (owner) for (const row of await rows.list(name, user[owner.of])) await rows.drop(name, row)
      await rows.drop("user", user)
      return user
    },
  }
  return {
    store,
    upkeep: {
      page: async (model, options) => selectPage(await rows.all(model), options),
      count: async (model) => (await rows.all(model)).length,
      async sweep(model, now, limit) {
        const guard = { field: models[model].expiry as string, is: "<=", value: now } as const
        const expired = (await rows.all(model)).filter((row) => isGuardMet(row, guard)).slice(0, limit)
        for (const row of expired) await rows.drop(model, row)
        return expired.length
      },
    },
  }
}

type Lock = <T>(work: () => Promise<T>) => Promise<T>

/** Runs one work at a time: this engine has no transactions. */
function createLock(): Lock {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}

const lockAll = <T extends object>(lock: Lock, functions: T): T =>
  Object.fromEntries(
    Object.entries(functions).map(([name, run]) => [
      name,
      (...args: unknown[]) => lock(async () => run(...args)),
    ]),
  ) as T
