import type { KeyModel } from "../../../conformance/src/suites/authjs/programs/linearize.ts"
import { modelNames } from "../../src/contract/models.ts"
import type { Row } from "../../src/contract/rows.ts"
import type { Schema } from "../../src/contract/schema.ts"
import { createMemoryStore, createTables, type Tables } from "../../src/stores/memory/memory-store.ts"
import { callVerb, lost, outputOf, outputOfError, type VerbCall, type VerbOutput } from "./verb-call.ts"

/** The rows of every model, in the order of their keys. */
type State = readonly (readonly Row[])[]

/** The reference store as a model of the linearizability checker: a call fits if the store in memory answers the same. */
export function memoryModel(schema: Schema): KeyModel<State, VerbCall, VerbOutput> {
  const load = (state: State): Tables => {
    const tables = createTables(schema)
    for (const [nth, name] of modelNames.entries())
      for (const row of state[nth] ?? []) tables[name].add(revive(schema, name, row))
    return tables
  }
  const dump = (tables: Tables): State =>
    modelNames.map((name) => {
      const rows = [...tables[name].rows].sort(([a], [b]) => (a < b ? -1 : 1))
      return rows.map(([, row]) => JSON.parse(JSON.stringify(row)) as Row)
    })

  return {
    initial: modelNames.map(() => []),
    isRead: ({ verb }) => verb === "find" || verb === "findWithUser",
    step(state, call, output) {
      const tables = load(state)
      let expected: VerbOutput
      try {
        expected = outputOf(call, callVerb(createMemoryStore(tables, schema.ids), call))
      } catch (error) {
        expected = outputOfError(error)
      }
      return output === lost || output === expected ? dump(tables) : undefined
    },
  }
}

function revive({ models }: Schema, name: (typeof modelNames)[number], row: Row): Row {
  const revived = { ...row }
  for (const field of models[name].fields) {
    const value = revived[field.name]
    if (field.kind === "date" && typeof value === "string") revived[field.name] = new Date(value)
  }
  return revived
}
