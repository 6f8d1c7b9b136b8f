import { expect, test } from "vitest"
import { openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { startProxy } from "../../../../workshop/src/servers/proxy.ts"
import { mariadb, mysql2, newDatabase } from "../../support/engines.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { deletesAsText } from "./support/deletes-as-text.ts"
import { everyOperation, everythingElse } from "./support/every-operation.ts"

const server = openForTests(openMariadb)

test.each([mysql2, mariadb])("$name never sends DELETE … RETURNING as text", async (engine) => {
  const url = await newDatabase(engine, server)
  const watch = deletesAsText()
  const proxy = await startProxy(Number(new URL(url).port), watch.onSent)
  const client = engine.connect(proxy.through(url))
  const adapter = client.adapter()
  for (const [, call] of [...(await everyOperation(adapter)), ...(await everythingElse(adapter))])
    await call()
  expect(watch.prepared()).toBeGreaterThan(0)
  expect(watch.found()).toEqual([])
  await client.close()
  await proxy.close()
})
