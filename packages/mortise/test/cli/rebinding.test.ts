import { request as send } from "node:http"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { createServiceKey } from "../../src/http/server.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { startServer } from "./support/run-cli.ts"

/** The status of a lookup that names this host. */
function statusFor(url: string, host: string, more: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { host, "content-type": "application/json", ...more }
    const request = send(`${url}/v1/getUser`, { method: "POST", headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on("error", reject)
    request.end('{"args":["unknown"]}')
  })
}

const near = ["localhost", "LOCALHOST:8787", "127.0.0.1:1", "127.8.9.10", "[::1]", "[::1]:8787"]
const far = [
  "evil.example",
  "evil.example:8787",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "127.evil.example",
  "notlocalhost",
  "10.0.0.1",
  "[::2]",
  "localhost:evil",
]

describe("SEC-R14 without authentication", () => {
  test.each([
    ["by the option", ["--insecure-without-authentication"], { MORTISE_ADAPTER: "memory" }, {}],
    [
      "by the configuration file",
      [],
      {},
      {
        "mortise.config.mjs": `
          import { memoryAdapter } from "${join(root, "packages/mortise/dist/stores/memory/memory-adapter.js")}"
          import { insecureWithoutAuthentication } from "${join(root, "packages/mortise/dist/http/server.js")}"
          export const adapter = memoryAdapter()
          export const options = { [insecureWithoutAuthentication]: true }`,
      },
    ],
  ])("%s, only loopback names are answered", async (_, args, env, files) => {
    const { url, child, end } = await startServer(["--port", "0", ...args], {
      cwd: temporaryTree(files),
      env,
    })
    for (const host of near) expect(await statusFor(url, host), host).toBe(200)
    for (const host of far) expect(await statusFor(url, host), host).toBe(421)
    expect(await statusFor(url, "localhost", { origin: "http://evil.example" })).toBe(403)
    child.kill()
    expect((await end).stderr).toContain("without authentication")
  })

  test("a server with keys answers any name", async () => {
    const { key, record } = await createServiceKey({ id: "web", permissions: ["operations"] })
    const env = { MORTISE_ADAPTER: "memory", MORTISE_KEYS: JSON.stringify([record]) }
    const { url, child, end } = await startServer(["--port", "0"], { cwd: temporaryTree({}), env })
    expect(await statusFor(url, "data.example", { authorization: `Bearer ${key}` })).toBe(200)
    child.kill()
    await end
  })
})
