import { createConnection, createPool } from "mysql2/promise"
import { afterAll, beforeAll, expect, test } from "vitest"
import { findBinary } from "../../../../workshop/src/servers/find-binary.ts"
import { freePort } from "../../../../workshop/src/servers/free-port.ts"
import { mariadbBinary, startMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { ownerAmong, remove, temporaryFolder } from "../../../../workshop/src/servers/owner.ts"
import { startProxy } from "../../../../workshop/src/servers/proxy.ts"
import { type OwnServer, withDatabase } from "../../../../workshop/src/servers/server.ts"
import { manifest } from "../../../src/index.ts"
import { mysql2Adapter } from "../../../src/stores/sql/adapters/mysql2-adapter.ts"
import { createGaleraNode, type GaleraNode } from "../../clusters/galera-node.ts"
import { mariadb, mysql2 } from "../../support/engines.ts"
import { failure } from "../../support/failure.ts"
import { someone } from "../../support/people.ts"

const database = "app"
const connections = 3

let folder: string
let nodes: readonly [GaleraNode, GaleraNode]
let other: OwnServer
beforeAll(async () => {
  // Before the owner is looked up: the packages create it.
  await findBinary(mariadbBinary("mariadbd"))
  await findBinary({ name: "rsync", debian: "rsync" })
  const owner = await ownerAmong("mysql")
  folder = await temporaryFolder(owner)
  const node = async (name: string, groupPort: number) =>
    createGaleraNode({ name, folder, owner, groupPort, syncWait: 0 })
  const port = await freePort()
  nodes = [await node("n1", port), await node("n2", await freePort())]
  await nodes[0].join([])
  await nodes[1].join([`127.0.0.1:${port}`])
  other = await startMariadb()
  for (const url of [nodes[0].adminUrl, await other.database()]) {
    await mysql2.execute(url, `CREATE DATABASE ${database}`)
    await mysql2.createTables(withDatabase(url, database))
  }
})
afterAll(async () => {
  for (const node of nodes ?? []) await node.kill()
  await other?.close()
  if (folder) await remove(folder)
})

const refusal = async (url: string): Promise<number | undefined> => {
  const connection = await createConnection(url)
  const errno = await connection.query("SELECT 1 FROM users").then(
    () => undefined,
    (error: { errno: number }) => error.errno,
  )
  connection.destroy()
  return errno
}

test("reads that may be stale are refused, unless the option allows them", async () => {
  const pool = createPool({ uri: nodes[0].url, connectionLimit: 1 })
  await pool.query("SET SESSION wsrep_dirty_reads = ON")
  const [refusing, allowing] = [mysql2Adapter(pool), mysql2Adapter(pool, { allowStaleReads: true })]
  expect([manifest(refusing)?.staleReads, manifest(allowing)?.staleReads]).toEqual(["refused", "allowed"])
  await failure(refusing.getSessionAndUser("s"), "readonly")
  expect(await allowing.getSessionAndUser("s")).toBeNull()
  await pool.end()
})

test("connections to a node without its cluster (1047) are not used again by mysql2 and mariadb", async () => {
  const clients = await Promise.all(
    [mysql2, mariadb].map(async ({ name, connect }) => {
      const proxy = await startProxy(nodes[0].port)
      const { adapter, close } = connect(proxy.through(nodes[0].url), connections)
      const create = () => adapter().createUser(someone())
      // Opens all connections while the node is part of its cluster.
      await Promise.all(Array.from({ length: 20 }, create))
      return { name, proxy, create, close }
    }),
  )
  await nodes[1].kill()
  await expect.poll(() => refusal(nodes[0].url), { timeout: 60_000, interval: 200 }).toBe(1047)
  await Promise.all(clients.map(({ create }) => failure(create(), "transient")))
  for (const { proxy } of clients) proxy.repoint(other.port)
  const failed = clients.map(async ({ name, create }) => {
    const created = await Promise.allSettled(Array.from({ length: 2 * connections }, create))
    return [name, created.filter(({ status }) => status === "rejected").length]
  })
  expect(await Promise.all(failed)).toEqual([
    ["mysql2", 0],
    ["mariadb", 0],
  ])
  for (const { proxy, close } of clients) {
    await close()
    await proxy.close()
  }
})
