import type { Awaitable } from "../../engine/promises.ts"
import type { ChaosCall } from "../chaos-call.ts"
import { checkHistory } from "../check-history.ts"
import { type ChaosNode, readNode, useTokensAgain } from "../final-state.ts"
import type { ChaosFinding } from "../finding.ts"
import type { ChaosFault } from "../hooks.ts"
import { type KeyHistory, keyHistories } from "../key-history.ts"
import { chaosClock } from "./chaos-clock.ts"
import type { LoadOptions } from "./chaos-load.ts"

/** A cluster, and the adapters that read it after the load. */
export type ChaosTarget = LoadOptions & {
  /** Uses the verification tokens again. */
  readonly entry: object
  readonly nodes: readonly ChaosNode[]
  readonly check?: () => Awaitable<unknown>
  readonly timeoutSeconds?: number
  /** How long `check` may fail after a fault. Default: a minute. */
  readonly healMs?: number
}

/** The history of the load during a fault, and the promises that it breaks. */
export type Withstood = {
  readonly calls: readonly ChaosCall[]
  readonly findings: readonly ChaosFinding[]
}

const beforeMs = 1000
const killAfterMs = 300
const afterMs = 500
// A standby may need a moment to apply the last changes.
const catchUpMs = 5000
const graceMs = 1000

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Lets a fault happen under the load of several processes, one of which is killed as well. Then reads every row on
 * every node, and compares them with the answers that the callers got.
 */
export async function withstand(target: ChaosTarget, fault: ChaosFault): Promise<Withstood> {
  await target.check?.()
  // Not a static import: the build would move the file away from the worker that it starts.
  const { startLoad } = await import("./chaos-load.ts")
  const load = await startLoad(target)
  const setUp: ChaosFinding[] = []
  let loaded: Awaited<ReturnType<typeof load.stop>>
  try {
    await sleep(beforeMs)
    await Promise.all([fault.inject(), sleep(killAfterMs).then(load.killOne)])
    await fault.heal?.()
    setUp.push(...(await waitForCheck(target)))
    await sleep(afterMs)
  } finally {
    loaded = await load.stop()
  }
  const { calls } = loaded
  const findings = [...setUp, ...loaded.findings, ...overdue(calls, target.timeoutSeconds)]
  return { calls, findings: [...findings, ...(await checkRows(calls, target))] }
}

/** Repeats the check of the set-up until it passes. */
async function waitForCheck({ check, healMs = 60_000 }: ChaosTarget): Promise<readonly ChaosFinding[]> {
  const end = chaosClock() + healMs
  for (;;) {
    try {
      await check?.()
      return []
    } catch (error) {
      if (chaosClock() > end) return [{ check: "set_up", subject: "the cluster", detail: String(error) }]
      await sleep(200)
    }
  }
}

function overdue(calls: readonly ChaosCall[], timeoutSeconds: number | undefined): ChaosFinding[] {
  if (timeoutSeconds === undefined) return []
  const limitMs = timeoutSeconds * 1000 + graceMs
  return calls
    .filter(({ from, to }) => Number.isFinite(to) && to - from > limitMs)
    .map(({ operation, from, to }) => ({
      check: "deadline",
      subject: operation,
      detail: `${Math.round(to - from)} ms`,
    }))
}

/** Compares the rows of every node with the history. Rows that contradict it are read again for some seconds. */
async function checkRows(
  calls: readonly ChaosCall[],
  { entry, nodes }: ChaosTarget,
): Promise<ChaosFinding[]> {
  const unread: ChaosFinding[] = []
  const orUnread = (subject: string, reads: Promise<ChaosCall[]>) =>
    reads.catch(({ message: detail }: Error) => {
      unread.push({ check: "set_up", subject, detail })
      return []
    })
  const uses = await orUnread("the entry point", useTokensAgain(entry, keyHistories(calls), chaosClock))
  const end = chaosClock() + catchUpMs
  let doubtful = keyHistories([...calls, ...uses])
  for (;;) {
    const last = await Promise.all(
      nodes.map((node) => orUnread(node.name, readNode(node, doubtful, chaosClock))),
    )
    const findings = checkHistory(withReads(doubtful, last.flat()))
    if (findings.length === 0 || unread.length > 0 || chaosClock() > end) return [...unread, ...findings]
    const subjects = new Set(findings.map(({ subject }) => subject))
    doubtful = doubtful.filter(({ model, key }) => subjects.has(`${model} ${key}`))
    await sleep(200)
  }
}

function withReads(histories: readonly KeyHistory[], reads: readonly ChaosCall[]): KeyHistory[] {
  const byRow = new Map(
    keyHistories(reads).map((history) => [`${history.model} ${history.key}`, history.calls]),
  )
  return histories.map((history) => ({
    ...history,
    calls: [...history.calls, ...(byRow.get(`${history.model} ${history.key}`) ?? [])],
  }))
}
