import { operationOf } from "../../contract/operations.ts"
import { counterOf, emailOf, expiresOf, identifierOf, imageOf, provider } from "./caller.ts"
import type { ChaosCall, ChaosRequest } from "./chaos-call.ts"
import type { KeyHistory } from "./key-history.ts"
import { type Perform, type ReadRow, recordCalls } from "./record-calls.ts"

type Lookup = { readonly operation: ChaosRequest["operation"]; args(key: string): unknown[]; read: ReadRow }

/** How the last state of a row is read. A verification token can only be used. */
const lookups: Readonly<Partial<Record<KeyHistory["model"], Lookup>>> = {
  user: { operation: "getUserByEmail", args: (key) => [key], read: imageOf },
  account: {
    operation: "getUserByAccount",
    args: (key) => [{ provider, providerAccountId: key }],
    read: emailOf,
  },
  session: { operation: "getSessionAndUser", args: (key) => [key], read: expiresOf },
  authenticator: { operation: "getAuthenticator", args: (key) => [key], read: counterOf },
}

/** A node whose rows are read after the load. */
export type ChaosNode = { readonly name: string; readonly adapter: object }

const atOnce = 50

/** Reads the rows of these histories on a node. */
export function readNode(
  { name, adapter }: ChaosNode,
  histories: readonly KeyHistory[],
  now: () => number,
): Promise<ChaosCall[]> {
  const perform = recordCalls({ write: () => {}, now })
  return inBatches(histories, async ({ model, key, isShared }) => {
    const lookup = lookups[model]
    if (!lookup || !operationOf(adapter, lookup.operation)) return undefined
    const request = { operation: lookup.operation, key, ...(isShared && { isShared }) }
    const call = await repeat(perform, adapter, request, lookup.args(key), lookup.read)
    return { ...(call.at(-1) as ChaosCall), node: name }
  })
}

/** Uses every verification token once more: at most one use of its life may succeed. */
export async function useTokensAgain(
  adapter: object,
  histories: readonly KeyHistory[],
  now: () => number,
): Promise<ChaosCall[]> {
  const perform = recordCalls({ write: () => {}, now })
  const tokens = histories.filter(({ model }) => model === "verificationToken")
  const uses = await inBatches(tokens, ({ key, isShared }) => {
    const request = { operation: "useVerificationToken", key, ...(isShared && { isShared }) } as const
    return repeat(perform, adapter, request, [{ identifier: identifierOf(key), token: key }], () => 1)
  })
  return uses.flat()
}

const tries = 20
const pauseMs = 250

/** Makes a call until it has an answer, and returns all attempts. */
async function repeat(
  perform: Perform,
  adapter: object,
  request: ChaosRequest,
  args: readonly unknown[],
  read: ReadRow,
): Promise<ChaosCall[]> {
  const attempts: ChaosCall[] = []
  for (let nth = 0; nth < tries; nth++) {
    const call = await perform(adapter, request, args, read)
    if (!call) break
    attempts.push(call)
    if (typeof call.outcome === "string" || "value" in call.outcome) break
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return attempts
}

async function inBatches<T, R>(
  list: readonly T[],
  work: (one: T) => Promise<R | undefined>,
): Promise<NonNullable<R>[]> {
  const results: (R | undefined)[] = []
  for (let from = 0; from < list.length; from += atOnce)
    results.push(...(await Promise.all(list.slice(from, from + atOnce).map(work))))
  return results.filter((one) => one !== undefined) as NonNullable<R>[]
}
