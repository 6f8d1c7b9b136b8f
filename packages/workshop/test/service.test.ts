import { join } from "node:path"
import { expect, test } from "vitest"
import { remove, temporaryFolder } from "../src/servers/owner.ts"
import { createService } from "../src/servers/service.ts"

async function createShell(script: string, probe: () => Promise<unknown>) {
  const folder = await temporaryFolder({})
  const log = join(folder, "log")
  const service = createService({
    command: "sh",
    args: ["-c", script],
    owner: {},
    log,
    probe,
    signal: "SIGTERM",
  })
  return { service, folder }
}

test("a server that has started may end after its log was removed", async () => {
  const { service, folder } = await createShell("exec sleep 60", async () => {})
  await service.start()
  await remove(folder)
  await service.stop()
  // Vitest fails a run in which a promise was rejected without a handler. Reading a file takes a few turns.
  await remove(folder)
})

test("a server that does not start is reported with what it printed", async () => {
  const { service, folder } = await createShell("echo no port; exit 1", () => Promise.reject(new Error("no")))
  await expect(service.start()).rejects.toThrow("sh ended: no port")
  await remove(folder)
})
