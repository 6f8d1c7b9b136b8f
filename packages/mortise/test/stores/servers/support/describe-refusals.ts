import { describe, expect, test } from "vitest"
import { freePort } from "../../../../../workshop/src/servers/free-port.ts"
import { openMariadb } from "../../../../../workshop/src/servers/mariadb.ts"
import type { Server } from "../../../../../workshop/src/servers/server.ts"
import { extras } from "../../../../src/index.ts"
import type { Engine } from "../../../support/engines.ts"
import { failure } from "../../../support/failure.ts"
import { signIn, someAccount, someone, somePasskey, someSession, someToken } from "../../../support/people.ts"

/** Causes every refusal of a server, and checks the error and that it contains no value. */
export function describeRefusals(engine: Engine, server: () => Server): void {
  const open = async () => {
    const url = await server().database()
    await engine.createTables(url)
    const client = engine.connect(url)
    return { url, adapter: client.adapter(), close: client.close }
  }

  describe(`refusals through ${engine.name}`, () => {
    test("a taken key, by its fields", async () => {
      const { adapter, close } = await open()
      const { user, session } = await signIn(adapter)
      const [other, account, passkey, token] = [
        await adapter.createUser(someone()),
        await adapter.linkAccount(someAccount(user.id)),
        await adapter.createAuthenticator(somePasskey(user.id)),
        await adapter.createVerificationToken(someToken()),
      ]
      const taken = async (call: Promise<unknown>) => {
        const { model, fields, operation } = await failure(call, "conflict")
        return [operation, model, fields]
      }
      expect([
        await taken(adapter.createUser({ ...someone(), id: user.id })),
        await taken(adapter.createUser({ ...someone(), email: user.email })),
        await taken(adapter.updateUser({ id: other.id, email: user.email })),
        await taken(adapter.linkAccount({ ...account, userId: other.id })),
        await taken(adapter.createSession(session)),
        await taken(adapter.createAuthenticator(passkey)),
        await taken(adapter.createVerificationToken(token)),
      ]).toEqual([
        ["createUser", "user", ["id"]],
        ["createUser", "user", ["email"]],
        ["updateUser", "user", ["email"]],
        ["linkAccount", "account", ["provider", "providerAccountId"]],
        ["createSession", "session", ["sessionToken"]],
        ["createAuthenticator", "authenticator", ["credentialID"]],
        ["createVerificationToken", "verificationToken", ["identifier", "token"]],
      ])
      await close()
    })

    test("a whole sign-up, if the key of one row is taken", async () => {
      const { adapter, close } = await open()
      const { signUp } = extras(adapter) ?? {}
      const { user, session } = await signIn(adapter)
      const account = await adapter.linkAccount(someAccount(user.id))
      const taken = async (rows: Parameters<NonNullable<typeof signUp>>[0]) => {
        const { model, fields } = await failure(signUp?.(rows) ?? Promise.resolve(), "conflict")
        return [model, ...(fields ?? [])]
      }
      const [one, two, three] = [someone(), someone(), someone()]
      expect(await taken({ user: { ...one, email: user.email } })).toEqual(["user", "email"])
      expect(await taken({ user: two, account })).toEqual(["account", "provider", "providerAccountId"])
      expect(await taken({ user: three, account: someAccount(""), session })).toEqual([
        "session",
        "sessionToken",
      ])
      for (const { email } of [two, three]) expect(await adapter.getUserByEmail(email)).toBeNull()
      await close()
    })

    test("a row for a user who does not exist", async () => {
      const { adapter, close } = await open()
      const nobody = crypto.randomUUID()
      for (const call of [
        () => adapter.createSession(someSession(nobody)),
        () => adapter.linkAccount(someAccount(nobody)),
        () => adapter.createAuthenticator(somePasskey(nobody)),
      ])
        expect((await failure(call(), "not_found")).message).toContain("create the user first")
      await close()
    })

    test("every call that needs a missing table or column, which the cause names", async () => {
      const { url, adapter, close } = await open()
      await engine.execute(url, "DROP TABLE sessions", "ALTER TABLE users DROP COLUMN name")
      const { cause } = await failure(adapter.getSessionAndUser(someSession("").sessionToken), "not_migrated")
      expect(String(cause)).toMatch(/sessions/)
      expect(String((await failure(adapter.getUser("x"), "not_migrated")).cause)).toMatch(/name/)
      await failure(adapter.createSession(someSession("x")), "not_migrated")
      await close()
    })

    test("SEC-U6 a missing table or column, with the advice to run migrate", async () => {
      const { url, adapter, close } = await open()
      await engine.execute(url, "DROP TABLE sessions", "ALTER TABLE users DROP COLUMN name")
      const session = await failure(adapter.createSession(someSession("x")), "not_migrated")
      expect(session.message).toContain("The table sessions does not exist: run migrate(adapter)")
      const user = await failure(adapter.createUser(someone()), "not_migrated")
      expect(user.message).toMatch(
        /^A column, (users\.)?name, of users does not exist: run migrate\(adapter\)/,
      )
      await close()
    })

    test("SEC-U6 an empty NOT NULL column, by its name", async () => {
      const { url, adapter, close } = await open()
      const column =
        engine.serve === openMariadb ? "MODIFY email VARBINARY(254) NOT NULL" : "ALTER email SET NOT NULL"
      await engine.execute(
        url,
        "ALTER TABLE sessions ADD ip varchar(10) NOT NULL",
        `ALTER TABLE users ${column}`,
      )
      const { id } = await adapter.createUser(someone())
      const undeclared = await failure(adapter.createSession(someSession(id)), "invalid")
      expect(undeclared).toMatchObject({ model: "session", fields: ["ip"] })
      expect(undeclared.message).toContain("The column sessions.ip is NOT NULL without a default")
      const declared = await failure(adapter.createUser({ name: someone().name } as never), "invalid")
      expect(declared).toMatchObject({ model: "user", fields: ["email"] })
      expect(declared.message).toContain(
        "user.email needs a value, because the column users.email is NOT NULL",
      )
      await close()
    })

    test("values that violate a constraint of the table", async () => {
      const { url, adapter, close } = await open()
      await engine.execute(url, "ALTER TABLE users ADD CONSTRAINT no_long_names CHECK (length(name) < 9)")
      await failure(adapter.createUser(someone()), "invalid")
      await close()
    })

    test("statements that the database user may not run", async () => {
      const { url, close } = await open()
      await close()
      const limited = new URL(url)
      await engine.execute(url, ...engine.limitedUser(limited.pathname.slice(1)))
      limited.username = "reader"
      limited.password = "reader"
      const client = engine.connect(limited.href)
      const adapter = client.adapter()
      expect(await adapter.getUser("nobody")).toBeNull()
      await failure(adapter.createUser(someone()), "unavailable")
      await failure(adapter.getAccount("x", "y"), "unavailable")
      await client.close()
    })

    test("every call when no server listens", async () => {
      const nowhere = new URL(await server().database())
      nowhere.port = String(await freePort())
      const client = engine.connect(nowhere.href)
      const adapter = client.adapter()
      await Promise.all([
        failure(adapter.getUserByEmail(someone().email), "unavailable"),
        failure(adapter.createUser(someone()), "unavailable"),
        failure(adapter.updateUser({ id: "x", ...someone() }), "unavailable"),
      ])
      await client.close()
    })

    test.skipIf(engine.reopens)("every call on a closed client", async () => {
      const { adapter, close } = await open()
      await adapter.createUser(someone())
      await close()
      await failure(adapter.getUserByEmail(someone().email), "unavailable")
      await failure(adapter.createUser(someone()), "unavailable")
      await failure(adapter.updateUser({ id: "x", ...someone() }), "unavailable")
    })
  })
}
