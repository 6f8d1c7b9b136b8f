import { describe, expect, test } from "vitest"
import { suiteOptionsOnOfficialTables } from "../../../../workshop/src/tests/tier.ts"
import { mikroOrmAdapter } from "../../../src/stores/sql/orms/mikro-orm/mikro-orm-adapter.ts"
import { conform } from "../../stores/servers/support/conform.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn, someone } from "../../support/people.ts"
import type { Databases } from "../support/databases.ts"
import type { Orm } from "./stores-of.ts"

type Row = Readonly<Record<string, unknown>>
type Forking = {
  fork(): Orm["em"] & {
    findOneOrFail(entity: string, where: object): Promise<Row>
    begin(): Promise<void>
    rollback(): Promise<void>
  }
}

/** A MikroORM with the entities of all models. `createTables` runs its own schema generator. */
export type WithEntities = {
  readonly name: string
  readonly databases: Databases
  connect(url: string): Promise<Orm>
  createTables(orm: never): Promise<unknown>
}

/** The adapter on tables that MikroORM describes and creates. */
export function describeEntities({ name, databases, connect, createTables }: WithEntities): void {
  describe(name, () => {
    const server = openForTests(databases.serve)

    const open = async () => {
      const orm = await connect(await server.database())
      await createTables(orm as never)
      return orm
    }

    test("conformance", async () => {
      await conform(async () => {
        const orm = await open()
        return { adapter: mikroOrmAdapter(orm, { onWarning: () => {} }), close: () => orm.close(true) }
      }, suiteOptionsOnOfficialTables)
    }, 1_800_000)

    test("generated values are those of MikroORM, which reads the rows", async () => {
      const orm = await open()
      const adapter = mikroOrmAdapter(orm)
      const { user, session } = await signIn(adapter)
      expect(user.id).toMatch(/^user-/)
      const read = () => (orm.em as typeof orm.em & Forking).fork().findOneOrFail("User", { id: user.id })
      const created = await read()
      expect(created).toMatchObject({ email: user.email, role: "member", isActive: true })
      expect(Number(created["createdAt"])).toBeGreaterThan(Date.now() - 60_000)
      expect(Number(created["updatedAt"])).toBe(0)
      await adapter.updateUser({ id: user.id, name: "Grace" })
      expect(Number((await read())["updatedAt"])).toBeGreaterThan(Date.now() - 60_000)
      const stored = await (orm.em as typeof orm.em & Forking)
        .fork()
        .findOneOrFail("Session", { sessionToken: session.sessionToken })
      expect(stored["expires"]).toEqual(session.expires)
      await orm.close(true)
    })

    test("a rollback of MikroORM undoes what the adapter did", async () => {
      const orm = await open()
      const one = someone()
      const em = (orm.em as typeof orm.em & Forking).fork()
      await em.begin()
      await mikroOrmAdapter(em).createUser(one)
      await em.rollback()
      expect(await mikroOrmAdapter(orm).getUserByEmail(one.email)).toBeNull()
      await orm.close(true)
    })
  })
}
