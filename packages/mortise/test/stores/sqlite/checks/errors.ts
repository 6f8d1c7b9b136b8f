import { extras } from "../../../../src/contract/adapter-parts.ts"
import { type Checks, everywhere, files, openMigrated } from "./check.ts"
import { account, passkey, refused, session, token, user } from "./refused.ts"

/** Errors that an application can cause or meet. */
export const errorChecks: Checks = {
  "a taken key is a conflict that names the model and the fields": {
    on: everywhere,
    async run(bench) {
      const { made, close } = await openMigrated(bench)
      const person = user()
      const { id } = await made.createUser(person)
      const rows = { account: account(id), session: session(id), token: token(), passkey: passkey(id) }
      const writes = {
        account: () => made.linkAccount(rows.account),
        session: () => made.createSession(rows.session),
        verificationToken: () => made.createVerificationToken(rows.token),
        authenticator: () => made.createAuthenticator(rows.passkey),
      }
      for (const write of Object.values(writes)) await write()

      const taken = (model: string, fields: string[]) => ({ code: "conflict", model, fields }) as const
      await refused(() => made.createUser(person), taken("user", ["email"]))
      await refused(() => made.createUser({ ...user(), id }), taken("user", ["id"]))
      await refused(writes.account, taken("account", ["provider", "providerAccountId"]))
      await refused(writes.session, taken("session", ["sessionToken"]))
      await refused(writes.verificationToken, taken("verificationToken", ["identifier", "token"]))
      await refused(writes.authenticator, taken("authenticator", ["credentialID"]))
      const other = await made.createUser(user())
      await refused(() => made.updateUser({ id: other.id, email: person.email }), taken("user", ["email"]))
      await close()
    },
  },

  "a conflict among several rows of one write names the row whose key is taken": {
    on: everywhere,
    async run(bench) {
      const { made, close } = await openMigrated(bench)
      const linked = account((await made.createUser(user())).id)
      await made.linkAccount(linked)
      const { userId: _, ...again } = linked
      const person = user()

      await refused(async () => extras(made)?.signUp?.({ user: person, account: again }), {
        code: "conflict",
        model: "account",
        fields: ["provider", "providerAccountId"],
      })
      if (await made.getUserByEmail(person.email)) throw new Error("the user was kept without the account")
      await close()
    },
  },

  "a row for a user who does not exist is not_found": {
    on: everywhere,
    async run(bench) {
      const { made, close } = await openMigrated(bench)
      await refused(() => made.createSession(session("nobody")), { code: "not_found", model: "session" })
      await refused(() => made.linkAccount(account("nobody")), { code: "not_found", model: "account" })
      await refused(() => made.createAuthenticator(passkey("nobody")), {
        code: "not_found",
        model: "authenticator",
      })
      await close()
    },
  },

  "a write that the engine refuses at commit is refused and not acknowledged": {
    on: everywhere,
    async run(bench) {
      const { made, all, close } = await openMigrated(bench)
      await all("DROP TABLE sessions")
      const owner = "userId TEXT REFERENCES users (id) DEFERRABLE INITIALLY DEFERRED"
      await all(`CREATE TABLE sessions (sessionToken TEXT PRIMARY KEY, ${owner}, expires INTEGER)`)
      await refused(() => made.createSession(session("nobody")), { code: "not_found", model: "session" })
      const { id } = await made.createUser(user())
      const { sessionToken } = await made.createSession(session(id))
      if ((await made.getSessionAndUser(sessionToken))?.user.id !== id) throw new Error("it is not there")
      await close()
    },
  },

  "SEC-U6 a missing table or column is not_migrated with the advice to run migrate, and the cause names it": {
    on: everywhere,
    async run(bench) {
      const { adapter, all, close } = await bench.client.open(bench.file())
      const made = adapter()
      const noTable = {
        code: "not_migrated",
        cause: /no such table: users/,
        message: /^The table users does not exist: run migrate\(adapter\) .*npx mortise migrate/,
      } as const
      await refused(() => made.getUserByEmail(user().email), noTable)
      await refused(() => made.createUser(user()), noTable)
      await refused(() => made.deleteUser("1"), { code: "not_migrated", cause: /no such table/ })

      await all(
        "CREATE TABLE users (id TEXT PRIMARY KEY, email TEXT UNIQUE, name TEXT, emailVerified INTEGER)",
      )
      await refused(() => made.createUser(user()), {
        code: "not_migrated",
        cause: /column.* image/,
        message: /^A column, image, of users does not exist: run migrate\(adapter\)/,
      })
      await close()
    },
  },

  "SEC-U6 an undeclared column that is NOT NULL without a default is invalid, and the error names it": {
    on: everywhere,
    async run(bench) {
      const { made, all, close } = await openMigrated(bench)
      await all(`CREATE TABLE strict AS SELECT * FROM sessions`)
      await all("DROP TABLE sessions")
      await all(
        "CREATE TABLE sessions (sessionToken TEXT PRIMARY KEY, userId TEXT, expires INTEGER, ip TEXT NOT NULL)",
      )
      const { id } = await made.createUser(user())
      await refused(() => made.createSession(session(id)), {
        code: "invalid",
        model: "session",
        fields: ["ip"],
        cause: /NOT NULL constraint failed: sessions\.ip/,
        message: /^The column sessions\.ip is NOT NULL without a default/,
      })
      await close()
    },
  },

  "a closed client is unavailable, for lookups and writes, before and after its first statement": {
    on: everywhere,
    async run(bench) {
      const { made, close, adapter, file } = await openMigrated(bench)
      const { id } = await made.createUser(user())
      await made.getUser(id)
      await close()
      const never = await bench.client.open(file)
      await never.close()
      for (const each of [made, adapter(), never.adapter()]) {
        await refused(() => each.getUser(id), { code: "unavailable" })
        await refused(() => each.createUser(user()), { code: "unavailable" })
        await refused(() => each.deleteUser(id), { code: "unavailable" })
        await refused(async () => extras(each)?.signUp?.({ user: user() }), { code: "unavailable" })
      }
    },
  },

  "a file opened read-only answers lookups and refuses writes as readonly": {
    on: files,
    async run(bench) {
      const { made, close, file } = await openMigrated(bench)
      const { id } = await made.createUser(user())
      await close()
      const reader = await bench.client.open(file, { isReadOnly: true })
      const reading = reader.adapter()
      if ((await reading.getUser(id))?.id !== id) throw new Error("the user was not found")
      await refused(() => reading.createUser(user()), { code: "readonly" })
      await refused(() => reading.deleteUser(id), { code: "readonly" })
      await reader.close()
    },
  },
}
