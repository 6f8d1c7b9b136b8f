import { setTimeout as sleep } from "node:timers/promises"
import type { Adapter } from "../../src/index.ts"
import { until } from "../servers/until.ts"
import { type Contradictions, checkHistory, isClean } from "./check-history.ts"
import type { Cluster } from "./cluster.ts"
import type { Fault } from "./faults.ts"
import { type History, newHistory, startCallers, useAgain } from "./history.ts"

/** Adapters on a cluster. */
export type Connected = {
  /** Those of the callers, through the proxies. */
  readonly callers: readonly Adapter[]
  /** One for each node, which may be a standby. */
  readonly nodes: readonly Adapter[]
  close(): Promise<void>
}

export type Outcome = {
  readonly history: History
  /** What each node contradicts. */
  readonly contradictions: readonly Contradictions[]
}

// A standby may need a moment to replay the last changes.
const catchUpMs = 10_000

/** Lets a fault happen under load, and compares every node with what the callers were told. */
export async function withstand<C extends Cluster>(
  cluster: C,
  connect: () => Connected,
  fault: Fault<C>,
): Promise<Outcome> {
  const connected = connect()
  const history = newHistory()
  const stop = startCallers(connected.callers, history)
  try {
    await sleep(1000)
    await fault.run(cluster)
    await cluster.check()
    await sleep(500)
  } finally {
    await stop()
  }
  await useAgain(history, connected.callers[0] as Adapter)
  const contradictions = await Promise.all(connected.nodes.map((node) => checkNode(history, node)))
  await connected.close()
  return { history, contradictions }
}

async function checkNode(history: History, node: Adapter): Promise<Contradictions> {
  let last: Contradictions | undefined
  const check = async () => {
    last = await checkHistory(history, node)
    if (!isClean(last)) throw new Error("The node contradicts the answers of the cluster.")
  }
  await until("the node to catch up", check, catchUpMs).catch((error) => {
    if (!last) throw error
  })
  return last as Contradictions
}
