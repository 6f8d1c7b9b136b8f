import { readFileSync } from "node:fs"
import { chapters } from "@mortise/conformance"
import { describe, expect, test } from "vitest"
import { modelNames, models } from "../../../src/contract/models.ts"
import { findOperation, operationNames } from "../../../src/contract/operation-names.ts"
import { operations } from "../../../src/contract/operations.ts"
import { defineSchema, text } from "../../../src/index.ts"
import { openWithAda } from "../../support/ada.ts"
import { openMemory } from "../../support/memory.ts"

const fieldsOf = (model: keyof typeof models) => Object.keys(models[model].fields)

describe("§1 the adapter", () => {
  test("§1.3 the adapter implements all nineteen operations", () => {
    const { adapter } = openMemory()
    expect(operationNames).toHaveLength(19)
    expect(Object.keys(adapter).sort()).toEqual([...operationNames].sort())
    for (const name of operationNames) expect(adapter[name]).toBeInstanceOf(Function)
  })

  test("§1.3 every operation takes the number of arguments that its function has, and names their fields", () => {
    const { getAccount, updateAuthenticatorCounter, ...others } = operations
    for (const { takes } of [getAccount, updateAuthenticatorCounter]) expect(takes).toHaveLength(2)
    for (const { takes } of Object.values(others)) expect(takes).toHaveLength(1)
    for (const { takes } of Object.values(operations))
      for (const argument of takes)
        if ("field" in argument) expect(fieldsOf(argument.of)).toContain(argument.field)
  })

  test("§1.4 an adapter may be extended by spreading its operations into a new object", async () => {
    const { adapter } = openMemory()
    const created: string[] = []
    const extended = {
      ...adapter,
      createUser: async (user: Parameters<typeof adapter.createUser>[0]) => {
        const stored = await adapter.createUser(user)
        created.push(stored.id)
        return stored
      },
    }
    const { id } = await extended.createUser({ email: "ada@example.com" })
    expect(created).toEqual([id])
    expect(await extended.getUser(id)).toMatchObject({ id })
  })

  test("§1.5 fields are in camelCase, those of OAuth in snake_case", () => {
    const snake = modelNames.flatMap(fieldsOf).filter((name) => name.includes("_"))
    expect(snake).toEqual([
      "access_token",
      "refresh_token",
      "id_token",
      "expires_in",
      "expires_at",
      "token_type",
      "session_state",
    ])
  })

  test("§1.6 each model may be extended with additional fields", async () => {
    const nickname = { fields: { nickname: text() } }
    const schema = defineSchema({
      user: nickname,
      account: nickname,
      session: nickname,
      verificationToken: nickname,
      authenticator: nickname,
    })
    const { adapter } = openMemory({ schema })
    expect(await adapter.createUser({ email: "ada@example.com", nickname: "A" })).toMatchObject({
      nickname: "A",
    })
    for (const name of modelNames)
      expect(schema.models[name].fields.some((field) => field.name === "nickname")).toBe(name !== "slot")
  })
})

describe("§2 the models", () => {
  test.each([
    ["user", ["id", "name", "email", "emailVerified", "image"]],
    [
      "account",
      [
        "userId",
        "type",
        "provider",
        "providerAccountId",
        "access_token",
        "refresh_token",
        "id_token",
        "expires_in",
        "expires_at",
        "scope",
        "token_type",
        "session_state",
      ],
    ],
    ["session", ["sessionToken", "userId", "expires"]],
    ["verificationToken", ["identifier", "token", "expires"]],
    [
      "authenticator",
      [
        "credentialID",
        "userId",
        "providerAccountId",
        "credentialPublicKey",
        "counter",
        "credentialDeviceType",
        "credentialBackedUp",
        "transports",
      ],
    ],
  ] as const)("§2 %s has the contract's fields", (model, fields) => {
    expect(fieldsOf(model)).toEqual(fields)
  })

  test("a row needs these fields", () => {
    const required = modelNames.map((model) => [
      model,
      Object.entries(models[model].fields).flatMap(([name, { presence }]) =>
        presence === "required" ? [name] : [],
      ),
    ])
    expect(Object.fromEntries(required)).toEqual({
      user: [],
      account: ["userId", "type", "provider", "providerAccountId"],
      session: ["sessionToken", "userId", "expires"],
      verificationToken: ["identifier", "token", "expires"],
      authenticator: [
        "credentialID",
        "userId",
        "providerAccountId",
        "credentialPublicKey",
        "counter",
        "credentialDeviceType",
        "credentialBackedUp",
      ],
      slot: ["key", "expires"],
    })
  })

  test("every token is a secret", () => {
    const secrets = modelNames.flatMap((model) =>
      Object.entries(models[model].fields)
        .filter(([, field]) => "secret" in field && field.secret)
        .map(([name]) => `${model}.${name}`),
    )
    expect(secrets).toEqual([
      "account.access_token",
      "account.refresh_token",
      "account.id_token",
      "account.session_state",
      "session.sessionToken",
      "verificationToken.token",
      "slot.value",
    ])
  })
})

describe("the table of operations", () => {
  test("lists the clauses about each operation", () => {
    for (const name of operationNames) expect(operations[name].clauses).toContain(`§4 ${name}`)
  })

  test("lists only clauses of the contract", () => {
    const ids = chapters.flatMap((chapter) => chapter.clauses).map(({ id }) => id)
    for (const { clauses } of Object.values(operations))
      for (const clause of clauses)
        expect(
          ids.some((id) => id === clause || id.startsWith(`${clause} `)),
          clause,
        ).toBe(true)
  })

  test("finds the function behind an operation, own or inherited", () => {
    const getUser = () => null
    expect(findOperation({ getUser }, "getUser")).toBe(getUser)
    expect(findOperation(Object.create({ getUser }), "getUser")).toBe(getUser)
    expect(findOperation({ getUser }, "createUser")).toBeUndefined()
    expect(findOperation({ getUser: "a text" }, "getUser")).toBeUndefined()
  })

  test("states the result for a missing row", async () => {
    const { adapter } = await openWithAda()
    const answers: Record<string, () => Promise<unknown>> = {
      getUser: () => adapter.getUser("bob"),
      getUserByEmail: () => adapter.getUserByEmail("bob@example.com"),
      getUserByAccount: () => adapter.getUserByAccount({ provider: "acme", providerAccountId: "9" }),
      updateUser: () => adapter.updateUser({ id: "bob", name: "B" }),
      deleteUser: () => adapter.deleteUser("bob"),
      unlinkAccount: () => adapter.unlinkAccount({ provider: "acme", providerAccountId: "9" }),
      getAccount: () => adapter.getAccount("9", "acme"),
      getSessionAndUser: () => adapter.getSessionAndUser("none"),
      updateSession: () => adapter.updateSession({ sessionToken: "none" }),
      deleteSession: () => adapter.deleteSession("none"),
      useVerificationToken: () => adapter.useVerificationToken({ identifier: "x", token: "none" }),
      getAuthenticator: () => adapter.getAuthenticator("none"),
      listAuthenticatorsByUserId: () => adapter.listAuthenticatorsByUserId("bob"),
      updateAuthenticatorCounter: () => adapter.updateAuthenticatorCounter("none", 1),
    }
    for (const name of operationNames) {
      const { absent } = operations[name]
      if (absent === "never") continue
      const answer = await answers[name]?.().catch((error: { code: string }) => error.code)
      const value = { null: null, undefined: undefined, empty_list: [], not_found: "not_found" }[absent]
      expect(answer, name).toEqual(value)
    }
  })
})

test("every operation has tests under its clause", () => {
  const files = ["users", "accounts", "sessions", "verification-tokens", "authenticators"]
  const tests = files
    .map((file) => readFileSync(new URL(`../operations/${file}.test.ts`, import.meta.url), "utf8"))
    .join("\n")
  for (const name of operationNames) expect(tests).toContain(`describe("§4 ${name}"`)
})
