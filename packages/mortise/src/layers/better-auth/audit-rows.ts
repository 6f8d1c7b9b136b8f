import { type Audit, type AuditedCall, recordCall } from "../audited/record-call.ts"
import { toResultOutcome } from "../outcome.ts"
import type {
  AuthAdapter,
  AuthRow,
  Input,
  LayerSource,
  Method,
  MethodName,
  Methods,
} from "./auth-database.ts"
import { createDeclaredNames } from "./declared-names.ts"
import { readInputSubjects, readRowSubjects } from "./row-subjects.ts"
import { collectRecords, recordAtEnd } from "./transaction-records.ts"

/** The methods of Better Auth's adapter, with a record of each write. */
export function auditRows(
  below: AuthAdapter,
  audit: Audit,
  { transactions, readTenant }: LayerSource,
): Methods & Pick<AuthAdapter, "transaction"> {
  const { findModel, findField } = createDeclaredNames(below)
  // A sink that writes to the database must not write in the transaction of a call.
  const outside: Audit = {
    ...audit,
    record: (...facts) => transactions.runOutside(() => audit.record(...facts)),
  }

  const describeCall = (operation: MethodName, model: string | undefined, input: Input, run: Method) => {
    const { where, update, set, increment } = input
    const toField = (field: string) => findField(model ?? "", field)
    const listFields = (fields: readonly string[]) => fields.flatMap((field) => toField(field) ?? [])
    const changed = listFields(listSet({ ...update, ...set, ...increment }))
    return {
      call: {
        ...(readTenant && { tenant: readTenant() }),
        operation,
        ...(model && { model }),
        ...(where && { where: listFields(where.map(({ field }) => field)) }),
        ...(changed.length > 0 && { fields: changed }),
      },
      subjects: readInputSubjects(model ?? "", input, toField),
      describe: (result: unknown) => ({
        outcome: toResultOutcome(result),
        subjects: readRowSubjects(model ?? "", result),
        ...(typeof result === "number" && { rows: result }),
      }),
      run: () => run(input),
    } satisfies AuditedCall
  }

  const auditMethod =
    (name: MethodName, run: Method = below[name]): Method =>
    async (input) => {
      const model = findModel(input.model)
      // Counters, as in slots.
      if (model === "rateLimit") return run(input)
      const call = describeCall(name, model, copyInput(input), run)
      const end = transactions.findEnd()
      return end ? recordAtEnd(outside, call, end) : audit.limit(() => recordCall(outside, call))
    }

  // The same statement, which says how many rows there were.
  const deleteCounted = auditMethod("delete", below.deleteMany)
  return {
    findOne: below.findOne,
    findMany: below.findMany,
    count: below.count,
    create: auditMethod("create"),
    update: auditMethod("update"),
    updateMany: auditMethod("updateMany"),
    async delete(input) {
      await deleteCounted(input)
    },
    deleteMany: auditMethod("deleteMany"),
    consumeOne: auditMethod("consumeOne"),
    incrementOne: auditMethod("incrementOne"),
    async transaction(callback) {
      const isJoined = transactions.findEnd() !== undefined
      // Without transactions, each write is applied on its own.
      const isNone = below.options?.adapterConfig?.transaction === false
      if (isJoined || isNone) return below.transaction(callback)
      return audit.limit(() => collectRecords(transactions, below, callback))
    },
  }
}

/** A copy, because a call may wait before it is sent, and the caller may change the argument meanwhile. */
const copyInput = (input: Input): Input =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, copyMember(value)])) as Input

const copyMember = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(copyMember)
    : typeof value === "object" && value !== null
      ? { ...value }
      : value

const listSet = (row: AuthRow): string[] => Object.keys(row).filter((field) => row[field] !== undefined)
