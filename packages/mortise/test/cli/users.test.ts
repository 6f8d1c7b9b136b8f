import { describe, expect, test } from "vitest"
import type { OpenStore } from "../../src/cli/configuration/open-store.ts"
import { userView } from "../../src/cli/users/person.ts"
import { defineSchema, type Schema, text } from "../../src/index.ts"
import { createAda, openDatabase, secrets } from "./support/database.ts"

async function open() {
  const database = await openDatabase()
  await createAda(database)
  await database.adapter.createUser({ id: "bob", email: "bob@example.com" })
  return database
}

const withoutSecrets = (text: string) => {
  for (const secret of secrets) expect(text).not.toContain(secret)
  return text
}

describe("mortise users list", () => {
  test("lists users, and those whose email starts with a text: exit 0", async () => {
    const { run } = await open()
    expect((await run("users", "list")).stdout).toBe(
      "ID   EMAIL            NAME\nada  ada@example.com  Ada\nbob  bob@example.com\n",
    )
    const { code, stdout } = await run("users", "list", "AD", "--json")
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { users: [expect.objectContaining({ id: "ada" })], next: null },
    ])
    expect((await run("users", "list", "carol")).stderr).toBe("No users were found.\n")
  })

  test("continues after a page", async () => {
    const { run } = await open()
    const first = await run("users", "list", "--limit", "1")
    expect([first.stdout, first.stderr]).toEqual([
      "ID   EMAIL            NAME\nada  ada@example.com  Ada\n",
      "There may be more: add --after ada\n",
    ])
    expect((await run("users", "list", "--limit", "1", "--after", "ada")).stdout).toContain("bob")
  })

  test("a name cannot control the terminal", async () => {
    const { run, adapter } = await open()
    await adapter.updateUser({ id: "ada", name: "\u001b[31mAda\nroot" })
    expect((await run("users", "list")).stdout).toContain("Ada root")
    expect((await run("users", "list")).stdout).not.toContain("\u001b")
  })
})

describe("mortise users show and export", () => {
  test("show everything about a user but secrets: exit 0", async () => {
    const { run } = await open()
    for (const user of ["ada", "Ada@Example.com"]) {
      const { code, stdout } = await run("users", "show", user)
      expect(code).toBe(0)
      expect(withoutSecrets(stdout)).toMatch(
        /^user .*\naccount .*github.*\nsession .*\nsession .*\npasskey .*\ntoken /,
      )
    }
    const { code, stdout } = await run("users", "export", "ada")
    const person = JSON.parse(withoutSecrets(stdout))
    expect([code, person]).toEqual([
      0,
      {
        user: expect.objectContaining({ id: "ada", email: "ada@example.com" }),
        accounts: [{ userId: "ada", type: "oauth", provider: "github", providerAccountId: "1815" }],
        sessions: Array(2).fill({ handle: expect.any(String), userId: "ada", expires: expect.any(String) }),
        passkeys: [expect.objectContaining({ credentialID: "passkey-1", counter: 3 })],
        verificationTokens: [{ identifier: "ada@example.com", expires: expect.any(String) }],
      },
    ])
  })

  test("fields of users that the schema declares as secret are not shown, undeclared ones are", () => {
    const schema: Schema = defineSchema({ user: { fields: { pin: text({ secret: true }), plan: text() } } })
    const user = {
      id: "ada",
      email: "ada@example.com",
      emailVerified: null,
      name: null,
      image: null,
      pin: "1815",
      plan: "free",
      age: 36,
    }
    const { pin, ...rest } = user
    expect(userView({ schema } as OpenStore, user)).toEqual(rest)
  })

  test("export has every token of a user who has many", async () => {
    const { run, adapter } = await open()
    const expires = new Date("2098-01-01T00:00:00.000Z")
    for (let nth = 0; nth < 205; nth++)
      await adapter.createVerificationToken({ identifier: "ada@example.com", token: `t-${nth}`, expires })
    const { verificationTokens } = JSON.parse((await run("users", "export", "ada")).stdout)
    expect(verificationTokens).toHaveLength(206)
  })

  test.each([["show"], ["export"], ["delete", "--yes"]])("%s of an unknown user: exit 1", async (...args) => {
    const { run } = await open()
    const { code, stdout, stderr } = await run("users", ...args, "carol")
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringMatching(/^No user has this id or email/)])
  })
})

describe("mortise users delete", () => {
  test("without a terminal, lists what would be deleted, and needs --yes: exit 2, and nothing is deleted", async () => {
    const { run, adapter } = await open()
    const { code, stdout, stderr } = await run("users", "delete", "ada")
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).toContain("ada@example.com with accounts: 1, sessions: 2, passkeys: 1, tokens: 1.")
    expect(stderr).toContain("add --yes")
    expect(await adapter.getUser("ada")).not.toBeNull()
  })

  test("--yes deletes the user and all rows: exit 0", async () => {
    const { run, adapter } = await open()
    const { code, stdout } = await run("users", "delete", "ada", "--yes", "--json")
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { deleted: { user: 1, accounts: 1, sessions: 2, passkeys: 1, verificationTokens: 1 }, notEnded: [] },
    ])
    expect(await adapter.getUser("ada")).toBeNull()
    expect(await adapter.getUser("bob")).not.toBeNull()
    expect((await run("users", "delete", "ada", "--yes")).code).toBe(1)
  })
})

describe("mortise sessions", () => {
  test("lists sessions by handle, and revokes one, then all: exit 0", async () => {
    const { run, adapter } = await open()
    const { sessions } = JSON.parse((await run("sessions", "list", "ada", "--json")).stdout)
    const [{ handle }] = sessions
    expect(withoutSecrets((await run("sessions", "list", "ada@example.com")).stdout)).toContain(
      `\n${handle}  2098-`,
    )
    expect((await run("sessions", "revoke", "ada", handle)).stdout).toBe("Sessions revoked: 1.\n")
    expect((await run("sessions", "revoke", "ada", handle)).code).toBe(1)
    const { code, stdout } = await run("sessions", "revoke", "ada", "--all", "--json")
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { revoked: 1, left: 0, notEnded: [] }])
    expect(await adapter.getSessionAndUser("session-canary")).toBeNull()
    expect((await run("sessions", "list", "ada")).stderr).toBe(
      "The user has no stored sessions. Tokens cannot be listed.\n",
    )
  })

  test.each([[[]], [["a-handle", "--all"]]])("revoke refuses %j: exit 2", async (args) => {
    const { run } = await open()
    const { code, stderr } = await run("sessions", "revoke", "ada", ...args)
    expect([code, stderr]).toEqual([2, "Name one session by its handle, or add --all.\n"])
  })
})
