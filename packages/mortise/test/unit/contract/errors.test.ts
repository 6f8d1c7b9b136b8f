import { inspect } from "node:util"
import { describe, expect, test } from "vitest"
import { conflict, ownerMissing } from "../../../src/contract/store-errors.ts"
import { MortiseError } from "../../../src/index.ts"
import { accountOf, addAda, passkeyOf, sessionOf, tokenFor } from "../../support/ada.ts"
import { openMemory } from "../../support/memory.ts"
import { adapterOver } from "../support/store-spy.ts"

describe("MortiseError", () => {
  test("carries code, operation, model, fields and cause", () => {
    const cause = new Error("socket closed")
    const error = new MortiseError("unavailable", "The store cannot be reached.", {
      operation: "getUser",
      model: "user",
      fields: ["id"],
      cause,
    })
    expect(error).toMatchObject({
      name: "MortiseError",
      code: "unavailable",
      operation: "getUser",
      model: "user",
      fields: ["id"],
      cause,
    })
    expect(error).toBeInstanceOf(Error)
  })

  test("has no cause when none is given", () => {
    expect(new MortiseError("invalid", "Wrong.")).not.toHaveProperty("cause")
  })

  test("is recognized by instanceof in another copy of the package", () => {
    const other = Object.assign(new Error("from another copy"), { [Symbol.for("mortise.error")]: true })
    expect(other).toBeInstanceOf(MortiseError)
    for (const value of [new Error("x"), null, undefined, "x", {}])
      expect(value instanceof MortiseError).toBe(false)
  })

  test("does not replace an operation that the store set", async () => {
    const error = new MortiseError("transient", "Try again.", { operation: "inner" })
    const adapter = adapterOver(() => ({ find: () => Promise.reject(error) }))
    await expect(adapter.getUser("ada")).rejects.toMatchObject({ operation: "inner" })
  })
})

describe("the errors of stores", () => {
  const cause = new Error("unique_violation")

  test("a conflict names the fields of the taken key and carries the cause", () => {
    const error = conflict("account", ["provider", "providerAccountId"], cause)
    const message =
      "account.provider and account.providerAccountId are already taken: look up the existing row."
    expect(error).toMatchObject({ code: "conflict", model: "account", message, cause })
    expect(conflict("user", ["email"])).not.toHaveProperty("cause")
  })

  test("a missing owner names the model and carries the cause", () => {
    expect(ownerMissing("session", cause)).toMatchObject({ code: "not_found", model: "session", cause })
    expect(ownerMissing("session")).not.toHaveProperty("cause")
  })
})

describe("SEC-M1 an error never contains a value", () => {
  test("for a conflict, a missing row, an invalid argument or a lower counter", async () => {
    const canary = "canary-5417"
    const { adapter } = openMemory()
    await addAda(adapter)
    await adapter.createUser({ id: canary, email: `${canary}@example.com` })
    await adapter.linkAccount({ ...accountOf(canary), provider: canary, providerAccountId: canary })
    await adapter.createSession(sessionOf(canary, canary))
    await adapter.createVerificationToken(tokenFor(canary, canary))
    await adapter.createAuthenticator(passkeyOf(canary, canary))
    const calls = [
      adapter.createUser({ id: canary }),
      adapter.createUser({ email: `${canary}@example.com` }),
      adapter.updateUser({ id: "ada", email: `${canary}@example.com` }),
      adapter.updateUser({ id: `${canary} gone`, name: canary }),
      adapter.linkAccount({ ...accountOf("ada"), provider: canary, providerAccountId: canary }),
      adapter.linkAccount({ ...accountOf("ada"), type: canary as "oauth" }),
      adapter.linkAccount(accountOf(`${canary} gone`)),
      adapter.createSession(sessionOf("ada", canary)),
      adapter.createSession({ ...sessionOf("ada"), expires: canary as unknown as Date }),
      adapter.createVerificationToken(tokenFor(canary, canary)),
      adapter.createAuthenticator(passkeyOf("ada", canary)),
      adapter.updateAuthenticatorCounter(canary, 0),
      adapter.updateAuthenticatorCounter(`${canary} gone`, 9),
    ]
    for (const [nth, call] of calls.entries()) {
      const error = await call.catch((reason: unknown) => reason)
      expect(error, `call ${nth}`).toBeInstanceOf(MortiseError)
      expect(inspect(error) + JSON.stringify(error), `call ${nth}`).not.toContain(canary)
    }
  })
})
