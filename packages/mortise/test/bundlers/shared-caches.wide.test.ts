import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { runtime } from "../../../workshop/src/runtimes/runtimes.ts"
import { type CachingProxy, startCachingProxy } from "../../../workshop/src/servers/caching-proxy.ts"
import { freePort } from "../../../workshop/src/servers/free-port.ts"
import { isFullRun } from "../../../workshop/src/tests/tier.ts"
import { createAuth } from "../../src/auth/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { inProcessApps } from "../auth/routes/in-process-apps.ts"
import { routedApp } from "../auth/routes/routed-app.ts"
import { visitor } from "../auth/routes/visitor.ts"
import { run } from "../house/support/run.ts"
import { installBundlers } from "./install.ts"
import { routedProject, routedProjects } from "./routed-projects.ts"
import { startServer } from "./start-server.ts"

const slow = 600_000
const env = { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" }
const DAY = 24 * 3600 * 1000

type Started = { readonly origin: string; stop(): Promise<unknown> }
type Application = { readonly paths: readonly string[]; start(): Promise<Started> }

const inProcess = Object.entries(inProcessApps).map(([name, open]): [string, Application] => [
  name,
  {
    paths: ["/shared"],
    async start() {
      const port = await freePort()
      const origin = `http://localhost:${port}`
      const server = open(routedApp({ createAuth, memoryAdapter, origin }), origin)
      await once(server.listen(port), "listening")
      return {
        origin: `http://localhost:${(server.address() as AddressInfo).port}`,
        stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
      }
    },
  },
])

// A full run builds the others.
const projects = Object.entries(routedProjects).filter(([name]) => isFullRun || name === "Next.js")
const built = projects.map(([name, application]): [string, Application] => [
  name,
  {
    paths: name === "Next.js" ? ["/shared", "/shared/data", "/shared/props"] : ["/shared"],
    async start() {
      await installBundlers()
      const node = (await runtime("node-24")).command
      const project = routedProject(application)
      run(node, application.build, project.folder, env)
      const server = await startServer(node, application.server, { cwd: project.folder, env })
      return { origin: server.origin, stop: () => server.stop().finally(project.remove) }
    },
  },
])

describe.each([...inProcess, ...built])("SEC-T2 %s behind Apache's cache", (_, { paths, start }) => {
  let application: Started
  let proxy: CachingProxy
  beforeAll(async () => {
    application = await start()
    proxy = await startCachingProxy(application.origin)
  }, slow)
  afterAll(async () => {
    await proxy.close()
    await application.stop()
  })

  test.each(paths)("a renewed cookie reaches its owner only: %s", async (path) => {
    const ada = visitor(application.origin)
    await ada.signIn("ada@example.com")
    await ada.order({ advanceMs: DAY })
    const open = async (cookie = "") => {
      const response = await fetch(proxy.origin + path, { headers: { cookie } })
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("shared")])
      return response.headers
    }
    const renewed = await open(ada.jar.header())
    expect(renewed.getSetCookie()).toEqual([expect.stringMatching(/^mortise\.session=.+/)])
    const stranger = await open()
    expect(stranger.getSetCookie()).toEqual([])
    expect(stranger.get("x-cache")).toContain("MISS")
    const second = await open()
    expect([second.get("x-cache"), second.getSetCookie()], "the page itself is stored").toEqual([
      expect.stringContaining("HIT"),
      [],
    ])
  })
})
