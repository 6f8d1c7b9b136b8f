import { describe, expect, test } from "vitest"
import { defineSchema, type Json, json, MortiseError, text, upkeep } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { checkExport, exportRows, type ImportProblem, importRows } from "../../src/transfer/index.ts"
import { createPeople, exportedLines, later, peopleCount, reportOf } from "./support/people.ts"

async function exported() {
  const source = memoryAdapter()
  await createPeople(source)
  return { source, lines: await exportedLines(source) }
}

describe("an export", () => {
  test("has no slots, and without tokens no secret", async () => {
    const { source, lines } = await exported()
    expect(lines.join("\n")).toContain("canary")
    expect(lines.join("\n")).not.toContain('{"slot"')
    const without = (await exportedLines(source, { tokens: false })).join("\n")
    expect(without).not.toContain("canary")
    expect(without).toContain('"providerAccountId":"gh-1"')
    expect(without).toContain('"credentialID":"passkey-1"')
  })

  test("is refused with an option that does not exist, which could ask for no secrets", async () => {
    const pages = exportRows(memoryAdapter(), { token: false } as object)
    await expect(pages.next()).rejects.toThrow('did you mean "tokens"?')
  })

  test("without tokens has no undeclared fields of accounts, which may be tokens", async () => {
    const source = memoryAdapter({ schema: defineSchema({ unknown: "keep" }) })
    await source.createUser({ id: "1", email: "ada@example.com", ...{ plan: "paid" } })
    const account = { userId: "1", type: "oauth", provider: "github", providerAccountId: "1" } as const
    await source.linkAccount({ ...account, ...{ other_token: "canary" } })
    const without = (await exportedLines(source, { tokens: false })).join("\n")
    expect(without).not.toContain("canary")
    expect(without).toContain("paid")
  })

  test("that is complete is not continued", async () => {
    const { source, lines } = await exported()
    const position = await checkExport(lines)
    const pages = exportRows(source, position ? { position } : {})
    expect(await pages.next()).toEqual({ done: true, value: undefined })
  })

  test("continues after any line at which it was cut, with the same text", async () => {
    const { source, lines } = await exported()
    const whole = `${lines.join("\n")}\n`
    for (let cut = 1; cut < whole.length; cut += 97) {
      const position = await checkExport(whole.slice(0, cut).split("\n"))
      let resumed = position ? Buffer.from(whole).subarray(0, position.bytes).toString() : ""
      for await (const part of exportRows(source, { pageSize: 3, ...(position && { position }) }))
        resumed += part
      expect(resumed).toBe(whole)
    }
  })

  test("is not continued with other options", async () => {
    const { source, lines } = await exported()
    const position = await checkExport(lines.slice(0, 6))
    const pages = exportRows(source, { tokens: false, ...(position && { position }) })
    await expect(pages.next()).rejects.toThrow(/with other options/)
  })

  test("with a changed or missing line is not complete", async () => {
    const { lines } = await exported()
    expect(await checkExport(lines)).toMatchObject({ isComplete: true, rows: { user: peopleCount } })
    for (let nth = 0; nth < lines.length; nth++) {
      const changed = lines.map((line, at) => (at === nth ? line.replace(/[a-z]/, "#") : line))
      expect((await checkExport(changed))?.isComplete ?? false).toBe(false)
      expect((await checkExport(lines.toSpliced(nth, 1)))?.isComplete ?? false).toBe(false)
    }
    expect(await checkExport(["hello"])).toBeNull()
  })
})

describe("an import", () => {
  const collect = async (target: object, lines: readonly string[], options = {}) => {
    const problems: ImportProblem[] = []
    const report = await importRows(target, lines, {
      onProblem: (each) => void problems.push(each),
      ...options,
    })
    return { report, problems }
  }

  test("that fails at any call continues in a second run, and loses nothing", async () => {
    const { lines } = await exported()
    for (let failing = 1; failing < 60; failing += 3) {
      const store = memoryAdapter()
      let calls = 0
      const broken = Object.fromEntries(
        Object.entries(store).map(([name, run]) => [
          name,
          (...args: never[]) => {
            if (++calls === failing) throw new MortiseError("unavailable", "The store is down.")
            return (run as (...all: never[]) => unknown)(...args)
          },
        ]),
      )
      const target = { ...store, ...broken }
      await expect(importRows(target, lines, { concurrency: 2 })).rejects.toThrow("The store is down.")
      const { report, problems } = await collect(store, lines)
      expect(problems).toEqual([])
      expect(await collect(store, lines)).toEqual({ report: reportOf("equal"), problems: [] })
      expect(report.isComplete).toBe(true)
    }
  })

  test("stops at a signal, and continues in a second run", async () => {
    const { lines } = await exported()
    const target = memoryAdapter()
    const controller = new AbortController()
    let pages = 0
    const onPage = () => void (++pages === 4 && controller.abort())
    const stopped = await importRows(target, lines, { signal: controller.signal, onPage })
    expect(stopped.isComplete).toBe(false)
    expect(await upkeep(target)?.count("user")).toBeGreaterThan(0)
    await importRows(target, lines)
    expect(await importRows(target, lines)).toEqual(reportOf("equal"))
  })

  test("writes no page that was changed", async () => {
    const { lines } = await exported()
    const target = memoryAdapter()
    const changed = lines.map((line, at) => (at === 2 ? line.replace("Zoë", "Zoe") : line))
    await expect(importRows(target, changed)).rejects.toThrow(/incomplete or damaged/)
    expect(await upkeep(target)?.count("user")).toBe(0)
  })

  test("skips an equal row, reports another one, and changes neither", async () => {
    const { source, lines } = await exported()
    const target = memoryAdapter()
    const { rows: [...users] = [] } = (await upkeep(source)?.page("user")) ?? {}
    const [first, second] = users.filter(({ email }) => email !== null)
    await target.createUser({ ...first })
    await target.createUser({ ...second, name: "Changed" })
    const { report, problems } = await collect(target, lines)
    expect(report.rows.user).toMatchObject({ equal: 1, different: 1, created: peopleCount - 2 })
    const line = 1 + lines.findIndex((text) => text.includes(`{"user":{"id":"${second?.id}"`))
    expect(problems).toEqual([expect.objectContaining({ line, model: "user", outcome: "different" })])
    expect((await target.getUser(second?.id ?? ""))?.name).toBe("Changed")
  })

  test("never gives the rows of a person to another person with the same id", async () => {
    const source = memoryAdapter()
    await source.createUser({ id: "1", email: "ada@example.com" })
    await source.createSession({ sessionToken: "canary", userId: "1", expires: later })
    const target = memoryAdapter()
    await target.createUser({ id: "1", email: "mallory@example.com" })
    const { report, problems } = await collect(target, await exportedLines(source))
    expect(report.rows).toMatchObject({ user: { different: 1 }, session: { refused: 1 } })
    expect(problems.at(-1)?.why).toBe("Its user was not imported.")
    expect(await target.getSessionAndUser("canary")).toBeNull()
  })

  test("reports a user whose email another user has, and the rows of that user", async () => {
    const source = memoryAdapter()
    await source.createUser({ id: "1", email: "ada@example.com" })
    await source.createSession({ sessionToken: "canary", userId: "1", expires: later })
    const target = memoryAdapter()
    await target.createUser({ id: "2", email: "ada@example.com" })
    const { report, problems } = await collect(target, await exportedLines(source))
    expect(report.rows).toMatchObject({ user: { refused: 1 }, session: { refused: 1 } })
    expect(problems[0]?.why).toBe("Another user has its email.")
    expect(JSON.stringify(problems)).not.toMatch(/canary|ada@/)
  })

  test("refuses rows with fields that the target would lose, or drops them if asked", async () => {
    const schema = defineSchema({ user: { fields: { role: text() } } })
    const source = memoryAdapter({ schema })
    await source.createUser({ id: "1", email: "ada@example.com", role: "admin" })
    const lines = await exportedLines(source)
    const { report, problems } = await collect(memoryAdapter(), lines)
    expect(report.rows.user).toMatchObject({ refused: 1 })
    expect(problems[0]?.why).toContain("does not declare user.role")
    expect((await collect(memoryAdapter(), lines, { dropUndeclared: true })).report.rows.user).toMatchObject({
      created: 1,
    })
    expect((await collect(memoryAdapter({ schema }), lines)).report.rows.user).toMatchObject({ created: 1 })
  })

  test("that refuses an account with an id still imports the user with that id", async () => {
    const source = memoryAdapter({ schema: defineSchema({ unknown: "keep" }) })
    await source.createUser({ id: "1", email: "ada@example.com" })
    const account = { userId: "1", type: "oauth", provider: "github", providerAccountId: "1" } as const
    await source.linkAccount({ ...account, ...{ id: "1" } })
    await source.createSession({ sessionToken: "canary", userId: "1", expires: later })
    const { report } = await collect(memoryAdapter(), await exportedLines(source))
    expect(report.rows).toMatchObject({ account: { refused: 1 }, session: { created: 1 } })
  })

  test("compares JSON by its members, in any order", async () => {
    const schema = defineSchema({ user: { fields: { plan: json() } } })
    const source = memoryAdapter({ schema })
    await source.createUser({ id: "1", email: "ada@example.com", plan: { seats: 3, name: "team" } })
    const lines = await exportedLines(source)
    const into = async (plan: Json) => {
      const target = memoryAdapter({ schema })
      await target.createUser({ id: "1", email: "ada@example.com", plan })
      return (await collect(target, lines)).report.rows.user
    }
    expect(await into({ name: "team", seats: 3 })).toMatchObject({ equal: 1 })
    expect(await into({ name: "team", seats: 4 })).toMatchObject({ different: 1 })
  })

  test("finds a value that is null in the file equal to one that the target leaves out", async () => {
    const nullable = memoryAdapter({ schema: defineSchema({ account: { fields: { label: text() } } }) })
    await nullable.createUser({ id: "1", email: "ada@example.com" })
    const account = { userId: "1", type: "oauth", provider: "github", providerAccountId: "1" } as const
    await nullable.linkAccount(account)
    const lines = await exportedLines(nullable)
    expect(lines.join()).toContain('"label":null')
    const target = memoryAdapter()
    await importRows(target, lines)
    expect((await collect(target, lines)).report.rows.account).toMatchObject({ equal: 1 })
  })

  test("finds every token of an address that has many", async () => {
    const [source, target] = [memoryAdapter(), memoryAdapter()]
    for (let nth = 0; nth < 150; nth++)
      await source.createVerificationToken({
        identifier: "ada@example.com",
        token: `t${nth}`,
        expires: later,
      })
    const lines = await exportedLines(source, { pageSize: 100 })
    expect((await collect(target, lines)).report.rows.verificationToken).toMatchObject({ created: 150 })
    expect((await collect(target, lines)).report.rows.verificationToken).toMatchObject({ equal: 150 })
  })

  test("of undeclared fields into a store that keeps them", async () => {
    const schema = defineSchema({ unknown: "keep" })
    const [source, target] = [memoryAdapter({ schema }), memoryAdapter({ schema })]
    await source.createUser({ id: "1", email: "ada@example.com", ...{ plan: { seats: 3 } } })
    const { report } = await collect(target, await exportedLines(source))
    expect(report.rows.user).toMatchObject({ created: 1 })
    expect(await target.getUser("1")).toMatchObject({ plan: { seats: 3 } })
  })

  test("leaves out a session from the moment of its expiry", async () => {
    const [source, target] = [memoryAdapter({ now: () => 0 }), memoryAdapter()]
    const { id: userId } = await source.createUser({ email: "ada@example.com" })
    const now = Date.now()
    for (const ms of [-1000, 0, 3_600_000])
      await source.createSession({ sessionToken: `${ms}`, userId, expires: new Date(now + ms) })
    const { rows } = await importRows(target, await exportedLines(source))
    expect(rows.session).toMatchObject({ created: 1, expired: 2 })
  })

  test("needs a Mortise adapter", async () => {
    await expect(importRows({}, [])).rejects.toMatchObject({ code: "missing_operation" })
    await expect(exportRows({}).next()).rejects.toMatchObject({ code: "missing_operation" })
  })
})
