import { describe, test } from "vitest"
import { expectFollowsProxy, openReadOnlyPair } from "../stores/servers/support/read-only-pair.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { installOrms } from "./install.ts"
import type { OrmStore } from "./support/orm-store.ts"

await installOrms()
const modules = await Promise.all(
  ["drizzle", "knex", "kysely", "mikro-orm", "sequelize", "typeorm"].map(
    (name) => import(`./${name}/stores.ts`) as Promise<Record<string, readonly OrmStore[]>>,
  ),
)
const stores = modules.flatMap((module) => Object.values(module)).flat()

// The largest pool of these ORMs.
const connections = 10

describe.each(["postgres", "mysql"] as const)(
  "a proxy that is re-pointed from a read-only server: %s",
  (name) => {
    const pair = openForTests(() => openReadOnlyPair(name))

    test.each(stores.filter(({ databases }) => databases?.engine === name))(
      "$name follows it, although no connection is cut",
      (store) => expectFollowsProxy(pair, connections, (url) => store.open(url)),
    )
  },
)
