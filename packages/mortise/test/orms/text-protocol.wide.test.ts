import { expect, test } from "vitest"
import { openMariadb } from "../../../workshop/src/servers/mariadb.ts"
import { startProxy } from "../../../workshop/src/servers/proxy.ts"
import { deletesAsText } from "../stores/servers/support/deletes-as-text.ts"
import { everyOperation, everythingElse } from "../stores/servers/support/every-operation.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { installOrms } from "./install.ts"
import type { OrmStore } from "./support/orm-store.ts"

await installOrms()
const modules = await Promise.all(
  ["drizzle", "knex", "kysely", "mikro-orm", "prisma", "sequelize", "typeorm"].map(
    (name) => import(`./${name}/stores.ts`) as Promise<Record<string, readonly OrmStore[]>>,
  ),
)
const stores = modules
  .flatMap((module) => Object.values(module))
  .flat()
  .filter(({ databases }) => databases?.engine === "mysql")

const server = openForTests(openMariadb)

test.each(stores)("$name never sends DELETE … RETURNING as text", async (store) => {
  const url = await server.database()
  await store.databases.execute(url, ...store.databases.tables)
  const watch = deletesAsText()
  const proxy = await startProxy(Number(new URL(url).port), watch.onSent)
  const orm = await store.open(proxy.through(url))
  const adapter = orm.adapter()
  for (const [, call] of [...(await everyOperation(adapter)), ...(await everythingElse(adapter))])
    await call()
  expect(watch.found()).toEqual([])
  await orm.close()
  await proxy.close()
})

test("every ORM on MariaDB is among them", () => {
  expect(stores.length).toBeGreaterThanOrEqual(7)
})
