import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { inspect, migrate } from "../../src/stores/sql/migrate/index.ts"
import { clients } from "../support/databases.ts"
import { signUp } from "./support/people.ts"

const early = readFileSync(new URL("./fixtures/v1.sql", import.meta.url), "utf8")

describe.each(clients)("the tables of an early version, on %s", (_, open) => {
  test("are upgraded without losing a row", async () => {
    const { adapter: over, run, rows } = open()
    const adapter = over()
    await run(early)
    expect((await inspect(adapter)).findings.map(({ code, table, column }) => [code, table, column])).toEqual(
      [
        ["missing_column", "accounts", "expires_in"],
        ["missing_column", "accounts", "session_state"],
        ["missing_index", "accounts", "userId"],
        ["missing_index", "sessions", "userId"],
        ["missing_index", "sessions", "expires"],
        ["missing_key", "verification_tokens", undefined],
        ["missing_index", "verification_tokens", "expires"],
        ["missing_table", "authenticators", undefined],
        ["missing_table", "slots", undefined],
      ],
    )

    const { version, steps } = await migrate(adapter)
    expect([version, steps.length]).toEqual([2, 11])
    expect(await inspect(adapter)).toEqual({ ok: true, findings: [] })
    expect(await migrate(adapter)).toEqual({ version: 2, steps: [] })
    expect(await rows("SELECT version, checksum FROM mortise_migrations ORDER BY version")).toEqual([
      [1, "from an early version"],
      [2, expect.stringMatching(/^[\w-]{43}$/)],
    ])

    expect(await adapter.getSessionAndUser("s1")).toEqual({
      session: { sessionToken: "s1", userId: "u1", expires: new Date(4102444800123) },
      user: {
        id: "u1",
        name: "Ada",
        email: "ada@example.com",
        emailVerified: new Date(1735786800123),
        image: "https://example.com/ada.png",
      },
    })
    expect(await adapter.getAccount("1815", "github")).toEqual({
      userId: "u1",
      type: "oauth",
      provider: "github",
      providerAccountId: "1815",
      access_token: "at",
      refresh_token: "rt",
      expires_at: 4102444800.5,
      scope: "read:user",
      token_type: "bearer",
    })
    expect(await adapter.getUserByAccount({ provider: "google", providerAccountId: "0042" })).toMatchObject({
      id: "u2",
      email: null,
    })
    expect(await adapter.useVerificationToken({ identifier: "ada@example.com", token: "t1" })).toMatchObject({
      expires: new Date(4102444800999),
    })
    await signUp(adapter, "grace")
  })
})
