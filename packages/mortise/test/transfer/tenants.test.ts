import { expect, test } from "vitest"
import { upkeep } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { importRows } from "../../src/transfer/index.ts"
import { stores } from "../tenants/support/processes.ts"
import { createPeople, exportedLines, later, peopleCount, reportOf } from "./support/people.ts"

const rows = (lines: readonly string[]) =>
  lines.filter((line) => !/"page"|"end"|2020-01-01|"mortise"/.test(line))

test.each(Object.keys(stores))(
  "a store becomes a tenant on %s and is a store again, with live sessions",
  async (name) => {
    const source = memoryAdapter()
    await createPeople(source)
    const lines = await exportedLines(source)
    const forTenant = ((await stores[name]?.()) ?? expect.unreachable())()
    // Another tenant has the same people.
    expect(await importRows(forTenant("other"), lines)).toEqual(reportOf("created"))

    expect(await importRows(forTenant("main"), lines)).toEqual(reportOf("created"))
    expect(await importRows(forTenant("main"), lines)).toEqual(reportOf("equal"))
    const live = await forTenant("main").getSessionAndUser("session-canary-0")
    expect(live).toMatchObject({ session: { expires: later }, user: { email: "person-0@example.com" } })
    await forTenant("other").deleteUser(live?.user.id ?? "")

    const back = memoryAdapter()
    const exported = await exportedLines(forTenant("main"))
    expect(rows(exported)).toEqual(rows(lines))
    const { rows: imported } = await importRows(back, exported)
    expect(imported).toMatchObject({ user: { created: peopleCount }, session: { created: peopleCount - 1 } })
    expect(await back.getSessionAndUser("session-canary-0")).toEqual(live)
    expect(await upkeep(back).count("user")).toBe(peopleCount)
  },
)
