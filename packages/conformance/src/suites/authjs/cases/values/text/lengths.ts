import type { NewCase } from "../../../case.ts"
import { readAccount } from "../../stored.ts"

export const lengths: readonly NewCase[] = [
  {
    id: "text/provider-tokens",
    clause: "§2 AdapterAccount",
    also: ["vector 20"],
    guarantees: ["long_text"],
    title: "Provider tokens of 4,096 characters are stored completely",
    harm: "Users cannot sign in with a provider whose tokens contain claims.",
    evidence:
      "varchar(255) in the schemas of @auth/drizzle-adapter for MySQL, @auth/mikro-orm-adapter and @auth/sequelize-adapter (nextauthjs/next-auth#4665)",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const token = "eyJhbGciOiJSUzI1NiJ9.".padEnd(4096, "aB3_-")
      const account = t.account(id, { access_token: token, refresh_token: token, id_token: token })
      t.rowOrNothing(await t.adapter.linkAccount(account), account, "what linkAccount returned")

      t.row(await readAccount(t, account), account, "getAccount")
    },
  },
  {
    id: "text/large-id-tokens",
    level: "should",
    clause: "§2 AdapterAccount",
    also: ["vector 20", "SEC-J1"],
    guarantees: ["long_text"],
    title: "An id token of 16 KB and a long scope are stored completely",
    harm: "Users who belong to many groups of a company directory cannot sign in.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const account = t.account(id, { id_token: "e".repeat(16_384), scope: "scope ".repeat(400) })
      t.rowOrNothing(await t.adapter.linkAccount(account), account, "what linkAccount returned")

      t.row(await readAccount(t, account), account, "getAccount")
    },
  },
  {
    id: "text/pictures-as-data",
    level: "should",
    clause: "SEC-J1",
    guarantees: ["long_text"],
    title: "A picture of 32 KB in a data URL is stored",
    harm: "Sign-up fails with providers that send the picture itself.",
    async run(t) {
      const image = `data:image/png;base64,${"i".repeat(32_768)}`
      const { id } = await t.adapter.createUser(t.user({ image }))

      t.row(await t.adapter.getUser(id), { image }, "getUser")
    },
  },
  {
    id: "text/endless-lookups",
    level: "should",
    clause: "SEC-J9",
    also: ["SEC-J1"],
    title: "A lookup by a megabyte of text returns null",
    harm: "One request with a huge cookie makes the server slow or crashes it.",
    async run(t) {
      const endless = `${"a@".repeat(2 ** 19)}example.com`

      t.isNull(await t.adapter.getUser(endless), "getUser")
      t.isNull(await t.adapter.getUserByEmail(endless), "getUserByEmail")
      t.isNull(await t.adapter.getSessionAndUser(endless), "getSessionAndUser")
      const owner = await t.adapter.getUserByAccount({ provider: "github", providerAccountId: endless })
      t.isNull(owner, "getUserByAccount")
    },
  },
]
