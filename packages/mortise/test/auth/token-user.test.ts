import { expect, test } from "vitest"
import { createAuth } from "../../src/auth/index.ts"
import { readTokenUser, toTokenUser } from "../../src/auth/sessions/jwt/token-user.ts"
import { boolean, date, defineSchema, json, text } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { openBrowser, origin } from "./support/browser.ts"
import { secret } from "./support/world.ts"

const user = { id: "u1", email: "ada@example.com", emailVerified: null, name: null, image: null }

test("SEC-R8: session.userFields are in the token and keep their types", async () => {
  const schema = defineSchema({
    user: {
      fields: {
        role: text({ default: "member" }),
        joined: date({ optional: true }),
        flags: json({ optional: true }),
        admin: boolean({ default: false }),
        secret: text({ default: "not in the token" }),
      },
    },
  })
  const adapter = memoryAdapter({ schema })
  const joined = new Date(1_700_000_000_000)
  const { id } = await adapter.createUser({
    email: "ada@example.com",
    role: "owner",
    joined,
    flags: [1, "a"],
  })
  const session = { strategy: "jwt", userFields: ["role", "joined", "flags", "admin"] } as const
  const auth = createAuth({ adapter, secret, origin, session })
  const browser = openBrowser()
  browser.keep(await auth.sessions.create(browser.request(), id))
  const read = await auth.sessions.read(browser.request())
  expect(read.user).toMatchObject({ id, role: "owner", joined, flags: [1, "a"], admin: false })
  expect(read.user).not.toHaveProperty("secret")
})

test("SEC-R8: fields that are too long together are null, the last ones first", () => {
  const names = Array.from({ length: 10 }, (_, nth) => `f${nth}`)
  const fields = Object.fromEntries(names.map((name) => [name, "x".repeat(900)]))
  const { more } = toTokenUser({ ...user, ...fields }, names)
  expect(names.filter((name) => more?.[name] === null)).toEqual(["f6", "f7", "f8", "f9"])
})

test("SEC-R8: a field cannot replace the id", () => {
  expect(readTokenUser("u1", { ...toTokenUser(user, []), more: { id: "u2" } }).id).toBe("u1")
})
