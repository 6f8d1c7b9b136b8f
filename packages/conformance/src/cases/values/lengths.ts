import type { Case } from "../../case.ts"

export const lengths: readonly Case[] = [
  {
    id: "lengths/tokens-of-providers",
    level: "must",
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

      t.row(await t.adapter.getAccount(account.providerAccountId, account.provider), account, "getAccount")
    },
  },
  {
    id: "lengths/tokens-of-large-directories",
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

      t.row(await t.adapter.getAccount(account.providerAccountId, account.provider), account, "getAccount")
    },
  },
  {
    id: "lengths/kept-or-refused",
    level: "must",
    clause: "SEC-J7",
    also: ["SEC-J1"],
    title: "A name or picture that is too long is refused or stored completely, never truncated",
    harm: "The stored text differs from the given text, and two different texts become the same.",
    async run(t) {
      for (const length of [300, 3_000, 40_000, 70_000]) {
        const name = "n".repeat(length)
        const image = `data:image/png;base64,${"i".repeat(length)}`
        const { id } = await t.adapter.createUser(t.user())

        const created = await t.attempt(() => t.adapter.createUser(t.user({ name, image })))
        const updated = await t.attempt(() => t.adapter.updateUser({ id, name, image }))

        for (const outcome of [created, updated])
          if (outcome.status === "fulfilled") {
            t.row(outcome.value, { name, image }, `a name of ${length} letters, as returned`)
            const found = await t.adapter.getUser(outcome.value.id)
            t.row(found, { name, image }, `a name of ${length} letters`)
          }
      }
    },
  },
  {
    id: "lengths/tokens-kept-or-refused",
    level: "must",
    clause: "SEC-J7",
    also: ["SEC-J1", "§2 AdapterAccount"],
    title: "A provider token or a scope that is too long is refused or stored completely, never truncated",
    harm: "The provider refuses the truncated token, long after the sign-in that stored it.",
    evidence: "MySQL without strict mode truncates silently: TEXT columns end at 65,535 bytes",
    async run(t) {
      for (const length of [300, 3_000, 17_000, 33_000, 65_536, 66_000]) {
        const { id } = await t.adapter.createUser(t.user())
        for (const name of ["access_token", "refresh_token", "id_token", "scope"]) {
          const account = t.account(id, { [name]: "t".repeat(length) })
          const linked = await t.attempt(() => t.adapter.linkAccount(account))
          if (linked.status === "rejected") continue
          const found = await t.adapter.getAccount(account.providerAccountId, account.provider)
          t.row(found, account, `an account with ${length} characters in ${name}`)
        }
      }
    },
  },
  {
    id: "lengths/pictures-as-data",
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
    id: "lengths/endless-lookups-find-nobody",
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
