import { perClient } from "../../../shared/per-client.ts"
import { intercept } from "../../transactions/intercept.ts"
import { endedError, openTurns, type Scope, type Turns } from "../../transactions/turns.ts"
import type { PrismaClient } from "./prisma-client.ts"

/** What Prisma keeps in a transaction. The scopes of nested transactions form a stack. */
type Context = {
  readonly txId?: string
  readonly scopeId?: string
  readonly scopeState?: { readonly stack: readonly string[] }
}

const readContext = (transaction: PrismaClient): Context => {
  const kept = transaction as object as Readonly<Record<symbol, unknown>>
  // Prisma 6 has only the second symbol, and no nested transactions.
  const context = kept[Symbol.for("prisma.client.transaction.scope_context")] as Context | undefined
  return context ?? { txId: kept[Symbol.for("prisma.client.transaction.id")] as string }
}

/** An open transaction, and the depth of its innermost nested transaction. */
type Open = { readonly turns: Turns; depth: number }

type Ended = { readonly id?: string; readonly newTxId?: string }

/** The client's transactions in which adapters work, by id. Prisma ends them through its engine. */
const openOn = perClient((engine: object) => {
  const open = new Map<string | undefined, Open>()
  intercept(engine, "transaction", ([action, , about], send) => {
    const { id, newTxId } = Object(about) as Ended
    const entry = open.get(newTxId ?? id)
    if (!entry) return send()
    if (action === "start") return nest(entry, send() as Promise<unknown>)
    const depth = entry.depth--
    if (depth === 0) open.delete(id)
    return entry.turns.end(depth, action === "rollback", send)
  })
  return open
})

async function nest(open: Open, start: Promise<unknown>): Promise<unknown> {
  const started = await start
  open.depth++
  return started
}

const endedScope: Scope = {
  call: async () => {
    throw endedError()
  },
}

/** Where the calls in a transaction of Prisma take turns. */
export function prismaScope(transaction: PrismaClient): Scope {
  const { _engine } = transaction as { _engine?: object }
  const { txId, scopeId = "", scopeState } = readContext(transaction)
  const depth = scopeState ? scopeState.stack.indexOf(scopeId) : 0
  if (depth === -1) return endedScope
  if (!_engine || !txId) return openTurns().at(0)
  const open = openOn(_engine)
  const entry = open.get(txId) ?? { turns: openTurns(), depth: (scopeState?.stack.length ?? 1) - 1 }
  open.set(txId, entry)
  return entry.turns.at(depth)
}
