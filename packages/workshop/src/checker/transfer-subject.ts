/** Imports of the same rows, while callers create, delete and export some of them. */
import type { Adapter } from "../../../mortise/src/index.ts"
import { memoryAdapter } from "../../../mortise/src/stores/memory/memory-adapter.ts"
import { exportRows, importRows } from "../../../mortise/src/transfer/index.ts"
import { type Call, listFunctions, lost, makeCall, mark } from "./call.ts"
import { account, call, insertCall, link, lookups, operationCalls, session, user } from "./calls.ts"
import type { Subject } from "./subject.ts"

/** The rows of the export, in its order. */
const exported: readonly Call[] = [
  insertCall(["user", user("u3", "c")]),
  insertCall(["account", account("k2", "u3")]),
  insertCall(["session", session("s2", "u3")]),
  insertCall(["verificationToken", link("t2", "c")]),
]

const useTokens = operationCalls.filter(({ operation }) => operation === "useVerificationToken")
const importCall = call("importRows", mark)

export const transferSubject: Subject = {
  open: openTransfer,
  calls: [
    importCall,
    call("exportRows", mark),
    call("deleteUser", `u3${mark}`),
    call("deleteUser", `u1${mark}`),
    insertCall(["user", user("u3", "c")]),
    insertCall(["user", user("u4", "c")]),
    insertCall(["account", account("k2", "u1")]),
    insertCall(["session", session("s2", "u1")]),
  ],
  setUp: [[insertCall(["user", user("u1", "a")])]],
  // An import that was interrupted is repeated.
  after: [...lookups, importCall, ...lookups, ...useTokens],
  divide: ({ operation }) =>
    operation === "importRows" ? exported.map((input) => ({ input, output: lost })) : undefined,
}

function openTransfer(adapter: Adapter) {
  return {
    ...listFunctions(adapter),
    async importRows(suffix: string) {
      const { isComplete } = await importRows(adapter, await exportAll(suffix), { concurrency: 1 })
      return isComplete
    },
    /** Of the rows, those that no other call changes. */
    async exportRows(suffix: string) {
      let lines = ""
      for await (const page of exportRows(adapter, { pageSize: 1000 })) lines += page
      return lines.includes(`"u1${suffix}"`)
    },
  }
}

/** The lines of an export with the keys of one run. */
async function exportAll(suffix: string): Promise<string[]> {
  const adapter = memoryAdapter({ onWarning: false })
  for (const row of exported) await makeCall(listFunctions(adapter), row, suffix)
  let lines = ""
  for await (const page of exportRows(adapter)) lines += page
  return lines.split("\n").filter(Boolean)
}
