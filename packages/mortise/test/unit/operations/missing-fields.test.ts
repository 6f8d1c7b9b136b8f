import { describe, expect, test } from "vitest"
import { openMemory } from "../../support/memory.ts"
import { untyped } from "../support/every-call.ts"

describe("SEC-U6 a missing field is named", () => {
  test.each([
    ["createUser", "user.email", "email"],
    ["linkAccount", "account.userId", "userId"],
    ["createSession", "session.sessionToken", "sessionToken"],
    ["createVerificationToken", "verificationToken.identifier", "identifier"],
    ["createAuthenticator", "authenticator.credentialID", "credentialID"],
  ] as const)("%s({})", async (operation, place, field) => {
    const { adapter } = openMemory()
    await expect(untyped(adapter)[operation]({})).rejects.toMatchObject({
      code: "invalid",
      fields: [field],
      message: expect.stringContaining(`${place} is missing`),
    })
  })
})
