import { join } from "node:path"
import { afterEach, describe, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { httpAdapter } from "../../src/http/client.ts"
import { createServiceKey } from "../../src/http/server.ts"
import { slots } from "../../src/index.ts"
import { codeOf } from "../http/support/code-of.ts"
import { openSqlite } from "../http/support/open-sqlite.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { said, startServer } from "./support/run-cli.ts"

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A server in its own process, on a database file. Some user ids make it hang before or after the effect. */
async function open() {
  const store = await openSqlite()
  closing.push(store.close)
  const { key, record } = await createServiceKey({ id: "test", permissions: ["operations", "slots"] })
  const config = `
    import { createClient } from "${join(root, "node_modules/@libsql/client/lib-esm/node.js")}"
    import { libsqlAdapter } from "${join(root, "packages/mortise/dist/stores/sql/adapters/libsql-adapter.js")}"
    const store = libsqlAdapter(createClient({ url: ${JSON.stringify(store.url)} }))
    const hang = (when) => new Promise(() => { console.log("hanging " + when); setInterval(() => {}, 1e6) })
    const createUser = async (user) => {
      if (user.id === "before") await hang("before")
      const created = await store.createUser(user)
      if (user.id === "after") await hang("after")
      return created
    }
    export const adapter = { ...store, createUser }
    export const options = { keys: [${JSON.stringify(record)}], idempotencyLockSeconds: 0.001 }`
  const cwd = temporaryTree({ "mortise.config.mjs": config })
  let port = "0"
  const start = async () => {
    const server = await startServer(["--port", port], { cwd })
    port = new URL(server.url).port
    closing.push(() => server.child.kill("SIGKILL"))
    return server
  }
  const kill = async (server: Awaited<ReturnType<typeof start>>) => {
    server.child.kill("SIGKILL")
    await server.end
  }
  return { store: store.adapter, key, start, kill }
}

describe("SEC-N2 SEC-K4 a server that is killed and started again", () => {
  test.each([
    ["before", 0],
    ["after", 1],
  ])("%s the effect of a write has %i effects, and reports an unknown outcome", async (when, effects) => {
    const { store, key, start, kill } = await open()
    const first = await start()
    const adapter = httpAdapter({ url: first.url, key, retries: 30, timeoutSeconds: 60 })
    const hanging = said(first.child, `hanging ${when}`)
    const write = codeOf(adapter.createUser({ id: when, email: "ada@example.com" }))
    await hanging
    await kill(first)
    await start()
    expect(await write).toBe("indeterminate")
    expect((await store.getUser(when)) !== null).toBe(effects === 1)
  })

  test("loses no acknowledged write, and applies none twice", async () => {
    const { store, key, start, kill } = await open()
    let server = await start()
    const adapter = httpAdapter({ url: server.url, key, retries: 30, timeoutSeconds: 60 })
    const later = new Date("2098-01-01T00:00:00.000Z")
    const acknowledged: string[] = []
    let counted = 0
    let calls = 0
    let isOver = false
    const caller = async (name: number) => {
      for (let nth = 0; !isOver; nth++) {
        const id = `${name}-${nth}`
        const created = await codeOf(adapter.createUser({ id, email: `${id}@example.com` }))
        if (typeof created === "object") acknowledged.push(id)
        else expect(created).toBe("indeterminate")
        calls++
        if (typeof (await codeOf(slots(adapter)?.increment("n", later) ?? Promise.reject())) === "object")
          counted++
      }
    }
    const callers = [1, 2, 3, 4].map(caller)
    for (let kills = 0; kills < 2; kills++) {
      const goal = acknowledged.length + 5
      await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(goal)
      await kill(server)
      server = await start()
    }
    isOver = true
    await Promise.all(callers)
    for (const id of acknowledged) expect(await store.getUser(id), id).not.toBeNull()
    const count = (await slots(store)?.read("n"))?.count ?? 0
    expect(count).toBeGreaterThanOrEqual(counted)
    expect(count).toBeLessThanOrEqual(calls)
  })
})
