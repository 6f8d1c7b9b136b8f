/** The module that every process of a load imports. Its URL names the Sentinels, or the nodes of a Cluster. */

import { timeoutSeconds } from "../../../clusters/timeout.ts"
import { clusterLibraries, sentinelLibraries } from "../clients.ts"

const { searchParams } = new URL(import.meta.url)
const ports = searchParams.getAll("port").map(Number)
const sentinels = ports.map((port) => ({ host: "127.0.0.1", port }))
const name = searchParams.get("sentinel")

export const factory = async () => {
  const { adapter, close } =
    name === null
      ? await clusterLibraries[0].connect(ports)
      : await sentinelLibraries[0].connect({ name, sentinels })
  return { adapter: adapter({ prefix: "chaos", timeoutSeconds, onWarning: () => {} }), close }
}
