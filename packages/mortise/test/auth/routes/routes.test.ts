import { once } from "node:events"
import type { Server } from "node:http"
import { afterAll, beforeAll, describe, test } from "vitest"
import { freePort } from "../../../../workshop/src/servers/free-port.ts"
import { createAuth } from "../../../src/auth/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { handlerCases } from "./handler-cases.ts"
import { inProcessApps } from "./in-process-apps.ts"
import { routedApp } from "./routed-app.ts"

describe.each(Object.entries(inProcessApps))("in %s", (_, open) => {
  let server: Server
  let origin: string
  beforeAll(async () => {
    const port = await freePort()
    origin = `http://localhost:${port}`
    server = open(routedApp({ createAuth, memoryAdapter, origin }), origin)
    server.listen(port, "127.0.0.1")
    await once(server, "listening")
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })

  test.each(handlerCases)("%s", (_name, run) => run(origin))
})
