import { modelNames } from "../../../../contract/models.ts"
import type { Schema } from "../../../../contract/schema.ts"
import type { ByModel } from "./orm-tables.ts"

type Node = { schema?: Schema; readonly next: WeakMap<object, Node> }

const newNode = (): Node => ({ next: new WeakMap() })
const noTable = {}

/**
 * Caches schemas by the objects in which an ORM describes the tables: frameworks make an adapter for every request, and
 * statements are cached by schema. Returns `undefined` if the ORM describes no table.
 */
export function schemaCache<T extends object>(): (
  described: ByModel<T>,
  make: () => Schema,
) => Schema | undefined {
  const root = newNode()
  return (described, make) => {
    if (Object.keys(described).length === 0) return undefined
    const node = modelNames.reduce((current, model) => {
      const table = described[model] ?? noTable
      const next = current.next.get(table) ?? newNode()
      current.next.set(table, next)
      return next
    }, root)
    node.schema ??= make()
    return node.schema
  }
}
