import { describe, expect, test } from "vitest"
import { type ModelName, models } from "../../../src/contract/models.ts"
import { type Slots, slots } from "../../../src/index.ts"
import { accountOf, openWithAda, passkeyOf, sessionOf, tokenFor } from "../../support/ada.ts"
import { at, minute } from "../../support/memory.ts"

const KIB = 1024

/** The most bytes that each text holds. */
const maxBytes = {
  user: { id: 255, name: 64 * KIB, email: 254, image: 64 * KIB },
  account: {
    userId: 255,
    type: 64,
    provider: 128,
    providerAccountId: 255,
    access_token: 64 * KIB,
    refresh_token: 64 * KIB,
    id_token: 64 * KIB,
    scope: 64 * KIB,
    token_type: 128,
    session_state: 64 * KIB,
  },
  session: { sessionToken: KIB, userId: 255 },
  verificationToken: { identifier: 512, token: KIB },
  authenticator: {
    credentialID: 1364,
    userId: 255,
    providerAccountId: 1364,
    credentialPublicKey: 64 * KIB,
    credentialDeviceType: 255,
    transports: KIB,
  },
  slot: { key: 512 },
} as const satisfies Record<ModelName, Readonly<Record<string, number>>>

// The user must exist, and a type must be one of four.
const limitedByAnotherRule = ["userId", "type"]

describe("SEC-J1 every text accepts its longest value and refuses one more byte", () => {
  test("the schema has these limits", () => {
    for (const [model, limits] of Object.entries(maxBytes)) {
      const fields = Object.entries(models[model as ModelName].fields)
      const texts = fields.filter(([, { kind }]) => kind === "text")
      expect(Object.fromEntries(texts.map(([name, { max }]) => [name, max])), model).toEqual(limits)
    }
  })

  const rows = Object.entries(maxBytes).flatMap(([model, limits]) =>
    Object.entries(limits)
      .filter(([field]) => !limitedByAnotherRule.includes(field))
      .map(([field, max]) => [model as ModelName, field, max] as const),
  )
  test.each(rows)("%s.%s: %d bytes", async (model, field, max) => {
    const { adapter } = await openWithAda()
    const create = (value: string): Promise<unknown> => {
      const changed = { [field]: value }
      const creators: Record<ModelName, () => Promise<unknown>> = {
        user: () => adapter.createUser({ email: "bob@example.com", ...changed }),
        account: () => adapter.linkAccount({ ...accountOf("ada"), provider: "other", ...changed }),
        session: () => adapter.createSession({ ...sessionOf("ada", "other"), ...changed }),
        verificationToken: () =>
          adapter.createVerificationToken({ ...tokenFor("bob@example.com"), ...changed }),
        authenticator: () => adapter.createAuthenticator({ ...passkeyOf("ada", "other"), ...changed }),
        slot: () => (slots(adapter) as Slots).claim({ key: "k", expires: at(minute), ...changed }),
      }
      return creators[model]()
    }
    await expect(create("x".repeat(max + 1))).rejects.toMatchObject({ code: "invalid", fields: [field] })
    const longest = "x".repeat(max)
    expect(await create(longest)).toEqual(
      model === "slot" ? { ok: true } : expect.objectContaining({ [field]: longest }),
    )
  })

  test("authenticator.counter: from 0 to 4,294,967,295", async () => {
    const { adapter } = await openWithAda()
    for (const counter of [0, 2 ** 32 - 1])
      expect(
        await adapter.createAuthenticator({ ...passkeyOf("ada", `key ${counter}`), counter }),
      ).toMatchObject({
        counter,
      })
    for (const counter of [-1, 2 ** 32])
      await expect(
        adapter.createAuthenticator({ ...passkeyOf("ada", "other"), counter }),
      ).rejects.toMatchObject({ code: "invalid", fields: ["counter"] })
  })
})
