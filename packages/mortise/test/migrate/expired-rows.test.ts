import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { checkServer } from "../../src/stores/sql/migrate/check-server.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { openLibsql } from "../support/databases.ts"

const now = new Date("2026-06-01T12:00:00Z")

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now }))
afterEach(() => void vi.useRealTimers())

test("checkServer reports rows that expired more than a day ago, and no younger ones", async () => {
  const adapter = openLibsql().adapter()
  await migrate(adapter)
  const { id } = await adapter.createUser({ email: "ada@example.com" } as never)
  const aDayAgo = now.getTime() - 24 * 3600 * 1000
  const expired = async (sessionToken: string, at: number) => {
    await adapter.createSession({ sessionToken, userId: id, expires: new Date(at) })
    const findings = await checkServer(adapter)
    return findings.filter(({ code }) => code === "expired_rows")
  }
  expect(await expired("younger", aDayAgo + 1000)).toEqual([])
  expect(await expired("older", aDayAgo - 1000)).toEqual([
    expect.objectContaining({
      severity: "warning",
      rows: 1,
      why: expect.stringContaining("Rows of session"),
    }),
  ])
})
