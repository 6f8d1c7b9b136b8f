import type { Row } from "../../../src/contract/rows.ts"
import { defineSchema } from "../../../src/schema/define-schema.ts"
import { createMemoryStore, createTables } from "../../../src/stores/memory/memory-store.ts"
import { at, minute } from "../../support/memory.ts"

export const userOf = (id: string, email: string | null = `${id}@example.com`): Row => ({
  id,
  email,
  name: null,
  image: null,
  emailVerified: null,
})

export const accountRow = (userId: string): Row => ({
  userId,
  type: "oauth",
  provider: "p",
  providerAccountId: "1",
})

export const slotOf = (key: string): Row => ({ key, value: null, count: 0, expires: at(minute) })

/** The seven verbs of a memory store with the user Ada, its tables, and the number of rows of each model. */
export async function openMemoryStore() {
  const schema = defineSchema({ unknown: "keep" })
  const tables = createTables(schema)
  const store = createMemoryStore(tables, schema.ids)
  await store.insert([["user", userOf("ada")]])
  return { store, tables, sizes: () => Object.values(tables).map(({ rows }) => rows.size) }
}
