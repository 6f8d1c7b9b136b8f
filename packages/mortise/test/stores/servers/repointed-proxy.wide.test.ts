import { afterAll, beforeAll, describe, test } from "vitest"
import { type Engine, mariadb, mysql2, pg, postgresJs } from "../../support/engines.ts"
import { expectFollowsProxy, openReadOnlyPair, type ReadOnlyPair } from "./support/read-only-pair.ts"

const families: readonly (readonly ["postgres" | "mysql", readonly Engine[]])[] = [
  ["postgres", [pg, postgresJs]],
  ["mysql", [mysql2, mariadb]],
]

describe.each(families)("a proxy that is re-pointed from a read-only server: %s", (name, engines) => {
  let pair: ReadOnlyPair
  beforeAll(async () => {
    pair = await openReadOnlyPair(name)
  })
  afterAll(() => pair?.close())

  test.each(engines)("$name follows it, although no connection is cut", (engine) =>
    expectFollowsProxy(pair, 3, async (url) => engine.connect(url, 3)),
  )
})
