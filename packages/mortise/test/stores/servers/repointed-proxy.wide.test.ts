import { describe, test } from "vitest"
import { type Engine, mariadb, mysql2, pg, postgresJs } from "../../support/engines.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { expectFollowsProxy, openReadOnlyPair } from "./support/read-only-pair.ts"

const families: readonly (readonly ["postgres" | "mysql", readonly Engine[]])[] = [
  ["postgres", [pg, postgresJs]],
  ["mysql", [mysql2, mariadb]],
]

describe.each(families)("a proxy that is re-pointed from a read-only server: %s", (name, engines) => {
  const pair = openForTests(() => openReadOnlyPair(name))

  test.each(engines)("$name follows it, although no connection is cut", (engine) =>
    expectFollowsProxy(pair, 3, async (url) => engine.connect(url, 3)),
  )
})
