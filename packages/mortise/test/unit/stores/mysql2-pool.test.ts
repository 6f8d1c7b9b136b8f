import { expect, test } from "vitest"
import { type Mysql2Client, toConnections } from "../../../src/sql/drivers/mysql2/mysql2-pool.ts"

/** A pool whose connections fail with an error, and what happens to each of them. */
function openPool(error: object | null) {
  const ends: string[] = []
  const connection = {
    execute: (_text: unknown, _values: unknown, done: (error: object | null, answer: unknown) => void) =>
      done(error, []),
    release: () => void ends.push("released"),
    destroy: () => void ends.push("destroyed"),
  }
  const pool = {
    getConnection: (done: (error: null, lent: typeof connection) => void) => done(null, connection),
  }
  return { ends, connections: toConnections({ pool } as unknown as Mysql2Client) }
}

test.each([
  ["after an answer", null, "released"],
  ["after a conflict", { errno: 1062, sqlState: "23000" }, "released"],
  ["that was lost", { code: "PROTOCOL_CONNECTION_LOST" }, "destroyed"],
  ["to a node without its cluster", { errno: 1047, sqlState: "08S01" }, "destroyed"],
  ["to a server that became read-only", { errno: 1290, sqlState: "HY000" }, "destroyed"],
])("a connection of mysql2 %s is kept or discarded", async (_, error, end) => {
  const { ends, connections } = openPool(error)
  const answer = connections.execute("SELECT 1", [])
  if (error) await expect(answer).rejects.toBe(error)
  else await answer
  expect(ends).toEqual([end])
})
