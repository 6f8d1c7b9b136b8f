import { type ModelName, modelNames } from "../../contract/models.ts"
import type { Row } from "../../contract/rows.ts"
import type { Schema } from "../../contract/schema.ts"
import { conflict, ownerMissing } from "../../contract/store-errors.ts"
import { applyPatch } from "../../operations/rows/apply-patch.ts"
import { isGuardMet } from "../../operations/rows/is-guard-met.ts"
import type { Patch, Store } from "../../operations/store.ts"
import { createTable, type Table } from "./table.ts"

export type Tables = Readonly<Record<ModelName, Table>>

export const createTables = (schema: Schema): Tables =>
  Object.fromEntries(modelNames.map((name) => [name, createTable(schema.models[name])])) as Tables

/** The reference store. No verb awaits anything, so each one is atomic by construction. */
export const createMemoryStore = (tables: Tables, ids: Schema["ids"]): Store => ({
  insert: createInsert(tables, ids),
  ...createReads(tables),
  ...createChanges(tables),
})

function createInsert(tables: Tables, ids: Schema["ids"]): Store["insert"] {
  let serial = 0
  const generated = {
    given: () => undefined,
    serial: () => String(++serial),
    uuid: () => crypto.randomUUID(),
  }

  /** The row to store. Checked rows are the store's to keep, so one that is complete is not copied. */
  const complete = (table: Table, values: Readonly<Row>, user: Row | undefined): Row => {
    const { name, owner } = table.model
    const id = name === "user" ? generated[ids]() : undefined
    if (id !== undefined) return { id, ...values }
    return user && owner ? { [owner.field]: user[owner.of] ?? null, ...values } : values
  }

  return (entries) => {
    const added: [Table, Row][] = []
    let user: Row | undefined
    try {
      for (const [model, values] of entries) {
        const table = tables[model]
        const row = complete(table, values, user)
        throwIfOrphan(tables, table, row)
        throwIfTaken(table, table.add(row))
        added.push([table, row])
        if (model === "user") user = row
      }
    } catch (error) {
      for (const [table, row] of added) table.drop(row)
      throw error
    }
    return added.map(([table, row]) => table.copy(row))
  }
}

const createReads = (tables: Tables): Pick<Store, "find" | "list" | "findWithUser"> => ({
  find(model, key) {
    const row = tables[model].lookup(key)
    return row ? tables[model].copy(row) : null
  },

  list: (model, owner) => tables[model].listOwned(owner).map(tables[model].copy),

  findWithUser(model, key, { userOnly = false } = {}) {
    const table = tables[model]
    const row = table.lookup(key)
    const user = row && findOwner(tables, table, row)
    return user ? { row: userOnly ? {} : table.copy(row), user: tables.user.copy(user) } : null
  },
})

const createChanges = (tables: Tables): Pick<Store, "update" | "take" | "removeUser"> => ({
  update(model, key, patch, guard) {
    const table = tables[model]
    const row = table.lookup(key)
    if (!row) return "absent"
    if (guard && !isGuardMet(row, guard)) return "refused"
    if (!isReplacing(table, patch)) return table.copy(applyPatch(table.model, row, patch))
    const changed = applyPatch(table.model, { ...row }, patch)
    throwIfOrphan(tables, table, changed)
    table.drop(row)
    const taken = table.add(changed)
    if (taken) table.add(row)
    throwIfTaken(table, taken)
    return table.copy(changed)
  },

  take(model, key, guard) {
    const table = tables[model]
    const row = table.lookup(key)
    if (!row) return "absent"
    if (guard && !isGuardMet(row, guard)) return "refused"
    table.drop(row)
    return table.copy(row)
  },

  removeUser(id) {
    const user = tables.user.lookup({ id })
    if (!user) return null
    for (const table of Object.values(tables)) {
      const { owner } = table.model
      if (owner) for (const row of table.listOwned(user[owner.of])) table.drop(row)
    }
    tables.user.drop(user)
    return tables.user.copy(user)
  },
})

const findOwner = (tables: Tables, { model: { owner } }: Table, row: Row): Row | undefined =>
  owner && tables.user.with(owner.of, row[owner.field])

function throwIfOrphan(tables: Tables, table: Table, row: Row): void {
  if (table.model.owner?.mustExist && !findOwner(tables, table, row)) throw ownerMissing(table.model.name)
}

function throwIfTaken({ model }: Table, taken: readonly string[] | undefined): void {
  if (taken) throw conflict(model.name, taken)
}

/** Whether a patch changes a key or the owner or removes a field. Other patches change the stored row in place. */
function isReplacing({ model: { fields } }: Table, patch: Patch): boolean {
  for (const { name, inKey, presence } of fields) {
    const value = patch[name]
    if (value !== undefined && (inKey || (value === null && presence === "optional"))) return true
  }
  return false
}
