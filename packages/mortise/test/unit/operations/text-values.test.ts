import { describe, expect, test } from "vitest"
import { openWithAda, sessionOf } from "../../support/ada.ts"
import { openMemory } from "../../support/memory.ts"
import { everything } from "../support/rows.ts"

const invalid = { code: "invalid" }

describe("SEC-J7 unusual text is returned exactly as given", () => {
  test.each([
    ["characters of four bytes", "𝒜𝔡𝔞 👩‍💻"],
    ["right to left", "‮עדה"],
    ["quotes and backslashes", `"'\`\\';--\n\r\t`],
    ["percent and underscore", "100%_*?[]{}"],
    ["combining marks", "A\u030a\u0323"],
    ["a zero-width joiner", "a\u200db"],
    ["a byte-order mark", "\ufeffa"],
    ["spaces around", "  a  "],
    ["a date", "2026-03-04T05:06:07.089Z"],
    ["JSON", '{"a":1}'],
    ["numbers", "007"],
  ])("%s", async (_, text) => {
    const { adapter } = openMemory()
    await adapter.createUser({ id: text, name: text, image: text })
    await adapter.createSession(sessionOf(text, text))
    expect(await adapter.getSessionAndUser(text)).toMatchObject({
      session: { sessionToken: text, userId: text },
      user: { id: text, name: text, image: text },
    })
  })
})

describe("SEC-J1 lengths are limited in bytes", () => {
  test.each([
    ["id", 255],
    ["email", 254],
    ["image", 64 * 1024],
  ])("user.%s accepts %d bytes and refuses one more", async (field, max) => {
    const { adapter } = openMemory()
    const euros = "€".repeat(Math.floor(max / 3)).padEnd(max - 2 * Math.floor(max / 3), "x")
    for (const text of ["x".repeat(max), euros]) {
      const user = await adapter.createUser({ [field]: text })
      expect(user).toHaveProperty(field, text)
      await expect(adapter.createUser({ [field]: `${text}x` })).rejects.toMatchObject({
        ...invalid,
        fields: [field],
        message: `user.${field} must be at most ${max} bytes long.`,
      })
    }
  })

  test("session tokens have up to 1,024 bytes, providers 128, OAuth tokens 64 KiB", async () => {
    const { adapter } = await openWithAda()
    const session = sessionOf("ada", "x".repeat(1024))
    expect(await adapter.createSession(session)).toEqual(session)
    await expect(adapter.createSession(sessionOf("ada", "x".repeat(1025)))).rejects.toMatchObject(invalid)
    expect(await adapter.getSessionAndUser("x".repeat(1025))).toBeNull()
    const account = {
      userId: "ada",
      type: "oauth",
      provider: "x".repeat(128),
      providerAccountId: "1",
    } as const
    await adapter.linkAccount({ ...account, id_token: "x".repeat(64 * 1024) })
    await expect(adapter.linkAccount({ ...account, provider: "x".repeat(129) })).rejects.toMatchObject({
      fields: ["provider"],
    })
    await expect(
      adapter.linkAccount({ ...account, id_token: "x".repeat(64 * 1024 + 1) }),
    ).rejects.toMatchObject({
      fields: ["id_token"],
    })
  })

  test("a row has up to 256 KiB", async () => {
    const { adapter } = await openWithAda()
    const before = await everything(adapter)
    const full = "x".repeat(64 * 1024)
    const tokens = { access_token: full, refresh_token: full, id_token: full, scope: full }
    await expect(
      adapter.linkAccount({ ...tokens, userId: "ada", type: "oauth", provider: "p", providerAccountId: "1" }),
    ).rejects.toMatchObject({
      ...invalid,
      message: "A row of account must hold at most 262144 bytes of text.",
    })
    expect(await everything(adapter)).toEqual(before)
  })

  test("a row of exactly 256 KiB is stored, however many bytes a character takes", async () => {
    for (const character of ["x", "é", "語"]) {
      const { adapter } = await openWithAda()
      const row = { userId: "ada", type: "oauth", provider: "p", providerAccountId: "1" } as const
      const bytes = new TextEncoder().encode(character).length
      const full = character.repeat(Math.floor((64 * 1024) / bytes))
      const tokens = { access_token: full, refresh_token: full, id_token: full }
      const used = Object.values({ ...row, ...tokens }).reduce(
        (sum, text) => sum + Buffer.byteLength(text),
        0,
      )
      const scope = "x".repeat(256 * 1024 - used)
      await expect(adapter.linkAccount({ ...row, ...tokens, scope: `${scope}x` })).rejects.toMatchObject(
        invalid,
      )
      expect(await adapter.linkAccount({ ...row, ...tokens, scope })).toMatchObject({ scope })
    }
  })
})

describe("SEC-J8 wildcards are literal", () => {
  test.each(["%", "_", "*", "?", "[a-z]", "\\", ".*", "a%"])(
    "%s finds nothing but itself",
    async (wildcard) => {
      const { adapter } = await openWithAda()
      expect(await adapter.getUser(wildcard)).toBeNull()
      expect(await adapter.getUserByEmail(wildcard)).toBeNull()
      expect(await adapter.getSessionAndUser(wildcard)).toBeNull()
      expect(
        await adapter.useVerificationToken({ identifier: "ada@example.com", token: wildcard }),
      ).toBeNull()
      await adapter.createUser({ id: wildcard })
      expect(await adapter.getUser(wildcard)).toMatchObject({ id: wildcard })
    },
  )
})
