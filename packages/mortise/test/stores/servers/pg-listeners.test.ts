import { createPool } from "mysql2/promise"
import { Client, Pool } from "pg"
import { describe, expect, test } from "vitest"
import { mysql2Adapter } from "../../../src/stores/sql/adapters/mysql2-adapter.ts"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"
import { mysql2, newDatabase, pg } from "../../support/engines.ts"
import { openForTests } from "../../support/open-for-tests.ts"

describe("SEC-N20 listeners on clients of pg", () => {
  const server = openForTests(pg.serve)

  test("are added once for all adapters, and not to a client that has a listener", async () => {
    const url = await newDatabase(pg, server)
    const pool = new Pool({ connectionString: url })
    for (let nth = 0; nth < 50; nth++) await pgAdapter(pool, { prepare: nth % 2 === 0 }).getUser("x")
    expect(pool.listenerCount("error")).toBe(1)
    const connection = await pool.connect()
    expect(connection.listenerCount("error")).toBe(1)
    connection.release()
    await pool.end()

    const watched = new Pool({ connectionString: url })
    watched.on("error", () => {})
    await pgAdapter(watched).getUser("x")
    expect(watched.listenerCount("error")).toBe(1)
    await watched.end()
  })

  test("keep the process alive when a single client loses its connection, and calls fail", async () => {
    const url = await newDatabase(pg, server)
    const client = new Client({ connectionString: url })
    await client.connect()
    const adapter = pgAdapter(client)
    const { rows } = await client.query("SELECT pg_backend_pid() AS pid")
    await pg.execute(url, `SELECT pg_terminate_backend(${rows[0].pid})`)
    await expect.poll(() => adapter.getUser("x").catch(({ code }) => code)).toBe("unavailable")
    await client.end().catch(() => {})
  })
})

describe("a pool emits release after each call, which platforms wait for before they freeze the process", () => {
  test("with pg", async () => {
    const server = await pg.serve()
    const pool = new Pool({ connectionString: await newDatabase(pg, server) })
    let released = 0
    pool.on("release", () => released++)
    await pgAdapter(pool).getUser("x")
    const before = released
    await pgAdapter(pool).createUser({ email: "ada@example.com" })
    expect([before > 0, released - before]).toEqual([true, 1])
    await pool.end()
    await server.close()
  })

  test("with mysql2", async () => {
    const server = await mysql2.serve()
    const pool = createPool({ uri: await newDatabase(mysql2, server) })
    let released = 0
    pool.pool.on("release", () => released++)
    await mysql2Adapter(pool).getUser("x")
    const before = released
    await mysql2Adapter(pool).createUser({ email: "ada@example.com" })
    expect([before > 0, released - before]).toEqual([true, 1])
    await pool.end()
    await server.close()
  })
})
