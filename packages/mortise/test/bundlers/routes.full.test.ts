import { afterAll, beforeAll, describe, test } from "vitest"
import type { ConsumerProject } from "../../../workshop/src/runtimes/consumer-project.ts"
import { runtime } from "../../../workshop/src/runtimes/runtimes.ts"
import { handlerCases } from "../auth/routes/handler-cases.ts"
import { run } from "../house/support/run.ts"
import { installBundlers } from "./install.ts"
import { routedProject, routedProjects } from "./routed-projects.ts"
import { type StartedServer, startServer } from "./start-server.ts"

const slow = 600_000
const env = { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" }

describe.each(Object.entries(routedProjects))("in %s", (_, application) => {
  let project: ConsumerProject
  let server: StartedServer
  beforeAll(async () => {
    await installBundlers()
    const node = (await runtime("node-24")).command
    project = routedProject(application)
    run(node, application.build, project.folder, env)
    server = await startServer(node, application.server, { cwd: project.folder, env })
  }, slow)
  afterAll(async () => {
    await server.stop()
    project.remove()
  })

  test.each(handlerCases)("%s", (_name, check) => check(server.origin))
})
