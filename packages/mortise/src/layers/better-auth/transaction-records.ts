import type { LayerTransactions, TransactionEnd } from "../../contract/auth-database.ts"
import {
  type Audit,
  type AuditedCall,
  type Ending,
  recordCall,
  toErrorEnding,
} from "../audited/record-call.ts"
import type { AuthAdapter } from "./auth-database.ts"

/** The records of calls in transactions that have not ended. */
const records = new WeakMap<Promise<TransactionEnd>, Promise<void>[]>()

/** Runs a call in a transaction, and stores its record when that ends: only then is it known what was applied. */
export function recordAtEnd(audit: Audit, call: AuditedCall, end: Promise<TransactionEnd>): Promise<unknown> {
  let stored: Promise<void> | undefined
  const running = recordCall(audit, {
    ...call,
    async finish(ending, store) {
      stored = end.then((transactionEnd) => store(toFinalEnding(ending, transactionEnd)))
    },
  })
  const isStored = () => stored
  const others = records.get(end) ?? []
  records.set(end, others)
  others.push(running.then(isStored, isStored))
  return running
}

function toFinalEnding(ending: Ending, end: TransactionEnd): Ending {
  const isFinal = ending.outcome !== "applied" && ending.outcome !== "unknown"
  if (isFinal || !end) return ending
  return end === "rolled_back" ? { outcome: "failed" } : toErrorEnding(end)
}

/** Runs a transaction, and returns when the records of its calls are stored. */
export async function collectRecords<T>(
  transactions: LayerTransactions,
  below: AuthAdapter,
  callback: (adapter: AuthAdapter) => Promise<T>,
): Promise<T> {
  let end: Promise<TransactionEnd> | undefined
  try {
    return await below.transaction((inner) => {
      end = transactions.findEnd()
      return callback(inner)
    })
  } finally {
    await Promise.all((end && records.get(end)) ?? [])
  }
}
