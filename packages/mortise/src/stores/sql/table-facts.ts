import type { Guarantee } from "../../contract/guarantees.ts"
import type { Schema } from "../../contract/schema.ts"
import type { Driver } from "./driver.ts"

/** What is known about the tables of a schema in a database. */
export type TableFacts = {
  /** The guarantees that they lack; absent until they were read. */
  reduced?: readonly Guarantee[]
}

// Shared by all adapters on a client: frameworks make one for every request.
const known = new WeakMap<Driver, WeakMap<Schema, TableFacts>>()

/** The facts about the tables of a schema, which the first call and `migrate` fill in. */
export function tableFacts(driver: Driver, schema: Schema): TableFacts {
  const bySchema = known.get(driver) ?? new WeakMap<Schema, TableFacts>()
  known.set(driver, bySchema)
  const facts = bySchema.get(schema) ?? {}
  bySchema.set(schema, facts)
  return facts
}
