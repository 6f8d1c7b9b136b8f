import { expect, test } from "vitest"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { copyToBetterAuth } from "../../../src/transfer/index.ts"
import { betterAuthOnSqlite } from "./support/better-auth-on-sqlite.ts"

const github = { type: "oauth", provider: "github", providerAccountId: "1815" } as const

test("an account that a sign-in stores at the same time stays the only one", async () => {
  const source = memoryAdapter()
  const { auth, rows } = await betterAuthOnSqlite()
  const { id } = await source.createUser({ email: "ada@example.com" })
  await source.linkAccount({ ...github, userId: id, access_token: "old" })
  const { adapter } = await auth.$context
  const { create } = adapter
  adapter.create = async (query) => {
    const data = { ...query.data, id: "of-the-sign-in", accessToken: "new" }
    if (query.model === "account") await create({ ...query, data, forceAllowId: true })
    return create(query)
  }
  const { problems } = await copyToBetterAuth(source, auth)
  expect(problems).toEqual([{ model: "account", reason: "different", count: 1 }])
  expect(await rows("account")).toMatchObject([{ id: "of-the-sign-in", accessToken: "new" }])
})
