import { expect, test } from "vitest"
import { startClusterNode } from "../src/servers/redis-cluster.ts"
import { command } from "../src/servers/redis-command.ts"

test("every port of a Cluster's node was reserved for it", async () => {
  const node = await startClusterNode()
  const [, bus] = /@(\d+)/.exec(await command(node.port, "CLUSTER", "NODES")) ?? []
  // The bus of a node that has only its own port is there.
  expect(Number(bus)).not.toBe(node.port + 10_000)
  expect(Number(bus)).toBeLessThan(30_000)
  await node.close()
})
