import { isAuthDatabase } from "../../contract/auth-database.ts"
import { readSessionEnd } from "../../contract/session-end-slots.ts"
import { type Slots, slotCallNames } from "../../contract/slots.ts"
import { addLayer } from "../add-layer.ts"
import { auditDatabase } from "../better-auth/audit-database.ts"
import { type CallName, calls, mapCalls, type Run, readAnswer } from "../calls.ts"
import { copyArguments } from "../copy-arguments.ts"
import { toResultOutcome } from "../outcome.ts"
import { type AuditedOptions, checkAuditOptions } from "./audit-options.ts"
import type { AuditSink } from "./audit-record.ts"
import { createAudit, type Described, recordCall } from "./record-call.ts"
import { readArgumentSubjects, readResultSubjects } from "./subjects.ts"

/**
 * Passes a record of every write to a sink, in order: what was called, how it ended, and keyed hashes in place of
 * identifiers. Writes to slots have none, except those that end sessions in tokens. A call returns when its record is
 * stored, so a slow sink slows writers down, and memory does not fill. It also takes the value of `mortiseDatabase` for
 * Better Auth, where the records of a transaction are stored when it ends.
 *
 * @example
 * ```ts
 * import { audited, jsonLines } from "mortise/layers"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const key = process.env["AUDIT_KEY"] ?? crypto.getRandomValues(new Uint8Array(32))
 * const adapter = audited(memoryAdapter(), jsonLines(process.stdout), { key })
 * await adapter.createUser({ email: "ada@example.com" }) // prints a line
 * ```
 */
export function audited<A extends object>(adapter: A, sink: AuditSink, options: AuditedOptions): A {
  const state = createAudit(sink, checkAuditOptions(sink, options))
  if (isAuthDatabase(adapter)) return auditDatabase(adapter, state)
  const { limit } = state
  const audit =
    (tenant: object) =>
    (name: CallName, run: Run): Run => {
      const { writes, model } = calls[name]
      if (!writes) return run
      const call = { ...tenant, operation: name, ...(model && { model }) }
      return (...input) => {
        const args = copyArguments(input)
        const subjects = readArgumentSubjects(name, args)
        const describe = (result: unknown) => describeResult(name, result)
        return limit(() => recordCall(state, { call, subjects, describe, run: () => run(...args) }))
      }
    }
  const auditSlot =
    (tenant: object) =>
    (name: CallName, run: Run): Run => {
      if (!calls[name].writes) return run
      return (...input) => {
        const [slot] = input
        const subjects = readSessionEnd(Object(slot).key ?? slot)
        if (!subjects) return run(...input)
        const call = { ...tenant, operation: slotCallNames[name as keyof Slots], model: "session" } as const
        const args = copyArguments(input)
        const describe = describeSlot
        return limit(() => recordCall(state, { call, subjects, describe, run: () => run(...args) }))
      }
    }
  return addLayer(adapter, {
    name: "audited",
    wrap({ operations, extras, upkeep, slots }, inside) {
      const tenant = inside?.tenant ? { tenant: inside.tenant } : {}
      const auditCall = audit(tenant)
      return {
        operations: mapCalls(operations, auditCall),
        extras: mapCalls(extras, auditCall),
        upkeep: mapCalls(upkeep, auditCall),
        slots: mapCalls(slots, auditSlot(tenant)),
      }
    },
  })
}

function describeResult(name: CallName, result: unknown): Described {
  const answer = readAnswer(name, result)
  return {
    outcome: toResultOutcome(answer),
    subjects: readResultSubjects(name, answer),
    ...(typeof result === "number" && { rows: result }),
  }
}

/** Of a slot, nothing but the outcome. Not `ok`: it was written before, or is gone. */
const describeSlot = (result: unknown): Described => ({
  outcome: Object(result).ok === false ? "absent" : toResultOutcome(result),
  subjects: {},
})
