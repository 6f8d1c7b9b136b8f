import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { type Adapter, type Guarded, MortiseError } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { addUser, addUsers, intercepted, leftIn, revokeOn } from "./support/breach.ts"
import { openDatabase } from "./support/database.ts"

const later = new Date("2098-01-01T00:00:00.000Z")
const nth = (number: number) => `user-${String(number).padStart(3, "0")}`

/** Users of whom every second one is at the domain, with all kinds of rows. */
async function addMany(adapter: Adapter, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, number) => nth(number))
  for (const [number, id] of ids.entries())
    await addUser(adapter, id, `${id}@${number % 2 === 0 ? "example.com" : "other.example"}`, ["github"])
  return ids
}

const namesOf = (ids: readonly string[]) =>
  ids.flatMap((id) => [`github-${id}`, `link-${id}`, `session-${id}`]).sort()

/** Records which rows a store has really ended, by key. */
function recorded(adapter: Adapter, before: (name: string) => void = () => {}) {
  const ended: string[] = []
  const store = intercepted(adapter, async (name, run, args) => {
    before(name)
    const result = await run()
    if (name === "deleteSession" && result !== null) ended.push(String(args[0]))
    if (name === "dropTokens" && result !== 0) ended.push(String(args[0]))
    if (name === "updateAccount" && (result as Guarded<object>).ok)
      ended.push((args[0] as { providerAccountId: string }).providerAccountId)
    return result
  })
  return { store, ended }
}

describe("mortise revoke, interrupted", () => {
  test("Ctrl-C stops after a batch, and the same command continues: exit 130, then 0", async () => {
    const adapter: Adapter = memoryAdapter()
    const ids = await addMany(adapter, 130)
    let pages = 0
    const { store, ended } = recorded(adapter, (name) => {
      // In the second batch of users.
      if (name === "page" && ++pages === 5) process.emit("SIGINT")
    })
    const { apply, receipt, file } = revokeOn(store)
    const first = await apply("--domain", "example.com")
    expect(first.code).toBe(130)
    expect(first.stderr).toContain("Stopped. Run the same command to continue.")
    const { startedAt, next, ended: counted } = receipt()
    expect(receipt()).toMatchObject({ state: "stopped", isExact: true, next: { step: "users" } })
    expect([ids.includes(next.after), counted.users > 0 && counted.users < 65]).toEqual([true, true])
    expect((await apply("--domain", "example.com")).code).toBe(0)
    expect(receipt()).toMatchObject({ state: "complete", isExact: true, startedAt, next: null })
    expect(receipt().ended).toMatchObject({
      users: 65,
      sessions: 65,
      usersOfTokenSessions: 65,
      accounts: 65,
      links: 65,
    })
    expect([ended.length, new Set(ended).size]).toEqual([195, 195])
    const users = readFileSync(`${file}.users`, "utf8").trim().split("\n")
    expect(users).toEqual(ids.filter((_, number) => number % 2 === 0))
    expect(await leftIn(adapter, ids)).toEqual(namesOf(ids.filter((_, number) => number % 2 === 1)))
    expect((await apply("--domain", "example.com")).stderr).toContain("a run that is complete")
  })

  test("what a second run can no longer end is reported too: exit 1", async () => {
    const adapter: Adapter = memoryAdapter()
    await addMany(adapter, 60)
    let hasSlots = true
    const { store } = recorded(adapter, (name) => {
      if (hasSlots && name === "listSessions") process.emit("SIGINT")
      if (!hasSlots && name === "read") throw new MortiseError("unavailable", "The table is gone.")
    })
    const { apply, receipt } = revokeOn(store)
    expect((await apply("--all", "--sessions")).code).toBe(130)
    hasSlots = false
    expect((await apply("--all", "--sessions")).code).toBe(1)
    expect(receipt().notEnded.count).toBe(1)
    expect(receipt().notEnded.problems[0].why).toContain("cannot be ended. The table is gone.")
    expect(receipt().ended.usersOfTokenSessions).toBeLessThan(60)
  })

  test("a store that fails at the k-th call, for every k: the same command ends the rest, and nothing twice", async () => {
    for (let k = 1; ; k++) {
      const adapter: Adapter = memoryAdapter()
      await addUsers(adapter)
      let calls = 0
      const { store, ended } = recorded(adapter, () => {
        // From the first batch on, when there is a receipt.
        if (existsSync(file) && ++calls === k) throw new MortiseError("unavailable", "The store is down.")
      })
      const { apply, receipt, file } = revokeOn(store)
      const { code, stderr } = await apply("--all")
      const isClean = calls < k
      expect([k, code]).toEqual([k, isClean ? 0 : 1])
      expect(readFileSync(file, "utf8")).not.toContain("@")
      if (!isClean) {
        expect(stderr).toContain("The database failed: The store is down. Run the same command to continue.")
        expect([k, (await apply("--all")).code]).toEqual([k, 0])
      }
      expect([k, await leftIn(adapter)]).toEqual([k, []])
      expect([k, new Set(ended).size]).toEqual([k, ended.length])
      expect(receipt()).toMatchObject({ state: "complete", isExact: isClean, ended: { users: 3 } })
      // A link could start a session.
      const lastLink = ended.findLastIndex((key) => key.includes("@"))
      expect([k, lastLink < ended.findIndex((key) => key.startsWith("session"))]).toEqual([k, true])
      if (isClean) break
    }
  })

  test("killed in the middle, the same command ends the rest, and says that the numbers are not exact", async () => {
    const { adapter, env, folder, run } = await openDatabase()
    const ids = await addMany(adapter, 70)
    const file = join(folder, "receipt.json")
    const dist = join(root, "packages/mortise/dist")
    const config = join(
      temporaryTree({
        "mortise.config.mjs": `
          import { createClient } from "${join(root, "node_modules/@libsql/client/lib-esm/node.js")}"
          import { libsqlAdapter } from "${join(dist, "stores/sql/adapters/libsql-adapter.js")}"
          export const adapter = libsqlAdapter(createClient({ url: "${env.MORTISE_DATABASE}" }))
          const inside = adapter[Symbol.for("mortise")]
          const { listSessions } = inside.extras
          let calls = 0
          inside.extras.listSessions = async (id) => {
            if (++calls === 20) process.kill(process.pid, "SIGKILL")
            return listSessions(id)
          }`,
      }),
      "mortise.config.mjs",
    )
    const args = ["revoke", "--domain", "example.com", "--apply", "--receipt", file, "--yes"]
    const program = [join(dist, "cli/main.js"), ...args, "--config", config]
    const child = spawn(process.execPath, program, { stdio: "ignore" })
    expect(await new Promise((resolve) => child.on("close", (_, signal) => resolve(signal)))).toBe("SIGKILL")
    expect(JSON.parse(readFileSync(file, "utf8")).state).toBe("running")
    const others = namesOf(ids.filter((_, number) => number % 2 === 1))
    const between = await leftIn(adapter, ids)
    expect([between.length > others.length, between.length < 3 * ids.length]).toEqual([true, true])
    const { code } = await run(...args)
    expect(code).toBe(0)
    expect(await leftIn(adapter, ids)).toEqual(others)
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ state: "complete", isExact: false })
  })

  test("a sign-in beside the run survives it, and a second run ends it", async () => {
    const adapter: Adapter = memoryAdapter()
    await addUsers(adapter)
    let signedIn = 0
    const racing = intercepted(adapter, async (name, run, args) => {
      const result = await run()
      // After the sessions were read, and before they are deleted.
      if (name === "listSessions" && args[0] === "ada" && signedIn++ === 0)
        await adapter.createSession({ sessionToken: "session-beside", userId: "ada", expires: later })
      return result
    })
    const first = revokeOn(racing)
    expect((await first.apply("--all", "--sessions")).code).toBe(0)
    expect(await adapter.getSessionAndUser("session-beside")).not.toBeNull()
    expect(first.receipt().notes[0]).toContain("may still exist: a second run ends it")
    const second = revokeOn(racing)
    await second.apply("--all", "--sessions")
    expect(second.receipt().ended.sessions).toBe(1)
    expect(await adapter.getSessionAndUser("session-beside")).toBeNull()
  })
})
