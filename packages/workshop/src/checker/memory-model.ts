import type { KeyModel } from "../../../conformance/src/suites/authjs/programs/linearize.ts"
import type { Schema } from "../../../mortise/src/contract/schema.ts"
import { createMemoryStore } from "../../../mortise/src/stores/memory/memory-store.ts"
import { dumpRows, loadRows, type StoredRows } from "./stored-rows.ts"
import { callVerb, lost, outputOf, outputOfError, type VerbCall, type VerbOutput } from "./verb-call.ts"

/** The reference store as a model of the linearizability checker: a call fits if the store in memory answers the same. */
export function memoryModel(schema: Schema): KeyModel<StoredRows, VerbCall, VerbOutput> {
  return {
    initial: [],
    isRead: ({ verb }) => verb === "find" || verb === "findWithUser",
    step(state, call, output) {
      const tables = loadRows(schema, state)
      let expected: VerbOutput
      try {
        expected = outputOf(call, callVerb(createMemoryStore(tables, schema.ids), call))
      } catch (error) {
        expected = outputOfError(error)
      }
      return output === lost || output === expected ? dumpRows(tables) : undefined
    },
  }
}
