import { describe, expect, test } from "vitest"
import {
  clientSuite,
  isFullRun,
  type SuiteOptions,
  suiteOptions,
} from "../../../../workshop/src/tests/tier.ts"
import { conform } from "../../stores/servers/support/conform.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn, someAccount, someone, someSession, someToken } from "../../support/people.ts"
import { describeTransactions } from "./describe-transactions.ts"
import { openTables } from "./open-tables.ts"
import type { OpenOrm, OrmStore } from "./orm-store.ts"

/**
 * Most ORMs run the whole suite on PostgreSQL, so the wide tests run the cases of rows on a server of MySQL. A full run
 * has all engines and all cases.
 */
export function describeOtherEngines(stores: readonly OrmStore[]): void {
  for (const store of stores)
    if (isFullRun || store.databases.engine === "mysql") describeOrm(store, clientSuite)
}

/** What every ORM must do on every engine: the suite, transactions of the caller, and errors without values. */
export function describeOrm(store: OrmStore, options: SuiteOptions = suiteOptions): void {
  describe(store.name, () => {
    const server = openForTests(store.databases.serve)

    test("conformance", async () => {
      await conform(async () => {
        const { orm } = await openTables(store, server)
        return { adapter: orm.adapter({ onWarning: () => {} }), close: () => orm.close() }
      }, options)
    }, 1_800_000)

    describeTransactions(store, () => server)

    test("errors carry no value, although those of the ORM do", async () => {
      const { orm } = await openTables(store, server)
      await checkErrors(orm)
      await orm.close()
    })
  })
}

async function checkErrors(orm: OpenOrm): Promise<void> {
  const adapter = orm.adapter()
  const { user, session } = await signIn(adapter)
  const account = await adapter.linkAccount(someAccount(user.id))
  const token = await adapter.createVerificationToken(someToken())
  const other = await adapter.createUser(someone())
  const taken = await failure(adapter.createUser({ ...someone(), email: user.email }), "conflict")
  expect([taken.model, taken.fields]).toEqual(["user", ["email"]])
  await failure(adapter.updateUser({ id: other.id, email: user.email }), "conflict")
  await failure(adapter.linkAccount({ ...account, userId: other.id }), "conflict")
  await failure(adapter.createSession(session), "conflict")
  await failure(adapter.createVerificationToken(token), "conflict")
  await failure(adapter.createSession(someSession(crypto.randomUUID())), "not_found")
}
