import { provider, readCounter, readEmail, readExpires, readImage, toIdentifier } from "./caller.ts"
import { type ChaosCall, type ChaosRequest, isAnswered } from "./chaos-call.ts"
import { describeCall } from "./finding.ts"
import type { KeyHistory } from "./key-history.ts"
import { type Perform, type ReadRow, recordCalls } from "./record-calls.ts"

type Lookup = { readonly operation: ChaosRequest["operation"]; args(key: string): unknown[]; read: ReadRow }

/** How the last state of a row is read. A verification token can only be used. */
const lookups: Readonly<Partial<Record<KeyHistory["model"], Lookup>>> = {
  user: { operation: "getUserByEmail", args: (key) => [key], read: readImage },
  account: {
    operation: "getUserByAccount",
    args: (key) => [{ provider, providerAccountId: key }],
    read: readEmail,
  },
  session: { operation: "getSessionAndUser", args: (key) => [key], read: readExpires },
  authenticator: { operation: "getAuthenticator", args: (key) => [key], read: readCounter },
}

/** A node whose rows are read after the load. */
export type ChaosNode = { readonly name: string; readonly adapter: object }

const atOnce = 50

/** Reads the rows of these histories on a node. Throws if the node does not answer. */
export function readNode(
  { name, adapter }: ChaosNode,
  histories: readonly KeyHistory[],
  now: () => number,
): Promise<ChaosCall[]> {
  const perform = recordCalls({ write: () => {}, now })
  return inBatches(histories, async ({ model, key, isShared }) => {
    const lookup = lookups[model]
    if (!lookup) return []
    const request = { operation: lookup.operation, key, ...(isShared && { isShared }) }
    const attempts = await repeat(() => perform(adapter, request, lookup.args(key), lookup.read))
    return attempts.slice(-1).map((call) => ({ ...call, node: name }))
  })
}

/** Uses every verification token once more: at most one use of its life may succeed. */
export function useTokensAgain(
  adapter: object,
  histories: readonly KeyHistory[],
  now: () => number,
): Promise<ChaosCall[]> {
  const perform = recordCalls({ write: () => {}, now })
  const tokens = histories.filter(({ model }) => model === "verificationToken")
  return inBatches(tokens, ({ key, isShared }) => {
    const request = { operation: "useVerificationToken", key, ...(isShared && { isShared }) } as const
    const token = { identifier: toIdentifier(key), token: key }
    return repeat(() => perform(adapter, request, [token], () => 1))
  })
}

const tries = 20
const pauseMs = 250

/** Makes a call until it has an answer, and returns all attempts; none if the adapter lacks the operation. */
async function repeat(call: () => ReturnType<Perform>): Promise<ChaosCall[]> {
  const attempts: ChaosCall[] = []
  for (let index = 0; index < tries; index++) {
    const attempt = await call()
    if (!attempt) return attempts
    attempts.push(attempt)
    if (isAnswered(attempt)) return attempts
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  throw new Error(`${tries} times without an answer: ${describeCall(attempts.at(-1) as ChaosCall)}`)
}

async function inBatches<T, R>(list: readonly T[], work: (item: T) => Promise<readonly R[]>): Promise<R[]> {
  const results: R[] = []
  for (let from = 0; from < list.length; from += atOnce)
    results.push(...(await Promise.all(list.slice(from, from + atOnce).map(work))).flat())
  return results
}
