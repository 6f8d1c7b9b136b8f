import { createWriteStream, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test, vi } from "vitest"
import { seededRandom } from "../../../workshop/src/tests/seed.ts"
import { extras } from "../../src/index.ts"
import { type AuditedOptions, type AuditSink, audited, auditHash, jsonLines } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { auditedMemory, brief, collect, auditKey as key } from "./support/audited-memory.ts"

describe("the order", () => {
  test("is that in which the calls ended, one batch after the other", async () => {
    const seen: number[] = []
    let busy = 0
    const sink: AuditSink = async (batch) => {
      expect(++busy).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 2))
      seen.push(...batch.map(({ sequence }) => sequence))
      busy--
    }
    const ended: string[] = []
    const order = new Map<string, number>()
    const random = seededRandom("delayed users")
    const createUser = async ({ id }: { id: string }) => {
      await new Promise((resolve) => setTimeout(resolve, random() * 20))
      ended.push(id)
      return { id }
    }
    const watched: AuditSink = async (batch) => {
      for (const { subjects, sequence } of batch) order.set(subjects.user ?? "", sequence)
      await sink(batch)
    }
    const adapter = audited({ createUser }, watched, { key })
    await Promise.all(Array.from({ length: 40 }, (_, nth) => adapter.createUser({ id: `u${nth}` })))
    expect(seen).toEqual(Array.from({ length: 40 }, (_, nth) => nth + 1))
    const hashes = await Promise.all(ended.map((id) => auditHash(key, "user", id)))
    expect(hashes.map((hash) => order.get(hash))).toEqual(seen)
  })

  test("a slow sink slows writers down: only maxPending writes are sent before it answers", async () => {
    let release = () => {}
    const answer = new Promise<void>((resolve) => {
      release = resolve
    })
    let sent = 0
    const createUser = async () => ({ id: String(++sent) })
    const adapter = audited({ createUser }, () => answer, { key, maxPending: 3 })
    const all = Promise.all(Array.from({ length: 10 }, () => adapter.createUser()))
    await expect.poll(() => sent).toBe(3)
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(sent).toBe(3)
    release()
    expect((await all).length).toBe(10)
  })
})

describe("a failing sink", () => {
  const broken: AuditSink = async () => {
    throw new Error("disk full")
  }

  test("is reported, with the records that are lost, and the write is done", async () => {
    const onError = vi.fn()
    const base = memoryAdapter()
    const adapter = audited(base, broken, { key, onError })
    const { id } = await adapter.createUser({ email: "ada@example.com" })
    expect(await base.getUser(id)).not.toBeNull()
    expect(onError).toHaveBeenCalledExactlyOnceWith(new Error("disk full"), [
      expect.objectContaining({ operation: "createUser", sequence: 1 }),
    ])
  })

  test("is a warning without its message by default", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
    await audited(memoryAdapter(), broken, { key }).createUser({ email: "ada@example.com" })
    expect(warn.mock.calls.flat()).toEqual([expect.stringMatching(/^audited: the sink failed.* record 1; /)])
    expect(warn.mock.calls.join()).not.toContain("disk full")
    warn.mockRestore()
  })

  test.each([
    [
      "throws at once",
      () => {
        throw new Error("closed")
      },
    ],
    ["does not answer", () => new Promise<void>(() => {})],
  ])("that %s is one too, and so is a failing onError", async (_, sink) => {
    const onError = vi.fn(() => {
      throw new Error("no one is there")
    })
    const adapter = audited(memoryAdapter(), sink, { key, onError, timeoutSeconds: 0.05 })
    await adapter.createUser({ email: "ada@example.com" })
    await adapter.createUser({ email: "eve@example.com" })
    expect(onError).toHaveBeenCalledTimes(2)
  })

  test("refuses the write by choice, before it is sent", async () => {
    const base = memoryAdapter()
    const adapter = audited(base, broken, { key, whenSinkFails: "refuse", onError() {} })
    const refused = adapter.createUser({ email: "ada@example.com" })
    await expect(refused).rejects.toMatchObject({ code: "unavailable", operation: "createUser" })
    expect(await base.getUserByEmail("ada@example.com")).toBeNull()
  })

  test("after the write, is reported: the record of its start remains", async () => {
    const { records, sink } = collect()
    const onError = vi.fn()
    const failsLater: AuditSink = (batch) => (records.length === 0 ? sink(batch) : broken(batch))
    const adapter = audited(memoryAdapter(), failsLater, { key, whenSinkFails: "refuse", onError })
    await adapter.createUser({ email: "ada@example.com" })
    expect(records.map(brief)).toEqual(["createUser started"])
    expect(onError.mock.calls[0]?.[1]).toMatchObject([{ outcome: "applied", sequence: 2, start: 1 }])
  })
})

describe("jsonLines", () => {
  test("writes a line per record, and reports a stream that fails without ending the process", async () => {
    const file = join(temporaryTree({}), "audit.log")
    const stream = createWriteStream(file)
    const onError = vi.fn()
    const adapter = audited(memoryAdapter(), jsonLines(stream), { key, onError })
    await Promise.all(["ada", "eve"].map((name) => adapter.createUser({ email: `${name}@example.com` })))
    const lines = readFileSync(file, "utf8").trimEnd().split("\n")
    expect(lines.map((line) => JSON.parse(line).sequence)).toEqual([1, 2])
    stream.destroy(new Error("disk full"))
    await adapter.createUser({ email: "bob@example.com" })
    expect(onError).toHaveBeenCalledOnce()
  })
})

test("what is written is what was recorded, even if the caller changes it meanwhile", async () => {
  const { adapter, records } = auditedMemory({ whenSinkFails: "refuse" })
  const user = { email: "ada@example.com" }
  const session = { sessionToken: "s", expires: new Date(Date.now() + 60_000) }
  const made = extras(adapter).signUp({ user, session })
  user.email = "eve@example.com"
  session.sessionToken = "other"
  expect((await made).user.email).toBe("ada@example.com")
  const email = await auditHash(key, "email", "ada@example.com")
  expect(records.map(({ subjects }) => subjects.email)).toEqual([email, email])
  expect((await adapter.getSessionAndUser("s"))?.user.email).toBe("ada@example.com")
})

test("an adapter that is not from Mortise, and uses `this`, is audited too", async () => {
  const methods = {
    async createUser(this: { rows: string[] }, user: { id: string }) {
      this.rows.push(user.id)
      return user
    },
  }
  const { records, sink } = collect()
  const base: typeof methods & { rows: string[] } = Object.assign(Object.create(methods), { rows: [] })
  await audited(base, sink, { key }).createUser({ id: "u" })
  expect(base.rows).toEqual(["u"])
  expect(records.map(brief)).toEqual(["createUser applied"])
})

describe("what is refused", () => {
  const sink: AuditSink = () => {}

  test.each([
    ["no key", {}, "key is missing: set its environment variable"],
    ["a short key", { key: key.slice(0, 40) }, "at least 32 random bytes"],
    ["a repeated byte as the key", { key: new Uint8Array(32) }, "at least 32 random bytes"],
    ["an unknown mode", { key, whenSinkFails: "ignore" }, '"report" or "refuse"'],
    ["no pending write", { key, maxPending: 0 }, "maxPending must be"],
    ["no time", { key, timeoutSeconds: Number.NaN }, "timeoutSeconds must be"],
    ["a typo", { key, maxPendng: 1 }, 'did you mean "maxPending"?'],
  ])("%s", (_, options, message) => {
    expect(() => audited(memoryAdapter(), sink, options as AuditedOptions)).toThrow(message)
  })

  test("no sink", async () => {
    expect(() => audited(memoryAdapter(), undefined as never, { key })).toThrow("pass a sink")
    expect(() => jsonLines("audit.log" as never)).toThrow("jsonLines: pass a stream")
    await expect(auditHash(key, "users" as never, "1")).rejects.toThrow("must be one of user, email")
  })

  test("a short key of auditHash", async () => {
    await expect(auditHash("c2hvcnQ", "user", "u")).rejects.toMatchObject({ code: "invalid" })
  })
})
