import { execFile } from "node:child_process"
import { once } from "node:events"
import { type AddressInfo, createServer, connect as dial } from "node:net"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { drizzle } from "drizzle-orm/postgres-js"
import postgres from "postgres"
import { expect, onTestFinished, test, vi } from "vitest"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { postgresAdapter } from "../../../src/stores/sql/adapters/postgres-adapter.ts"
import { checkServer } from "../../../src/stores/sql/migrate/check-server.ts"
import { newDatabase, postgresJs } from "../../support/engines.ts"
import { openForTests } from "../../support/open-for-tests.ts"

const server = openForTests(postgresJs.serve)
const program = fileURLToPath(new URL("support/first-query.ts", import.meta.url))

/** A message of the protocol: its type, its length and its content. */
function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(content.length + 4)
  return Buffer.concat([Buffer.from(type), length, content])
}

const ready = Buffer.concat([message("R", Buffer.alloc(4)), message("Z", Buffer.from("I"))])
const ended = message("E", Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0"))

/** A server that ends the first connection at its first query, as an administrator's command does. */
async function startEnding(port: number) {
  let connections = 0
  const ending = createServer((client) => {
    client.on("error", () => {})
    if (++connections > 1) {
      const upstream = dial(port, "127.0.0.1")
      upstream.on("error", () => {})
      return void client.pipe(upstream).pipe(client)
    }
    client.once("data", () => {
      client.write(ready)
      client.once("data", () => client.end(ended))
    })
  })
  ending.listen(0, "127.0.0.1")
  await once(ending, "listening")
  return { port: (ending.address() as AddressInfo).port, close: () => ending.close() }
}

/** What a process prints whose first query ended the connection. */
async function runProgram(url: string, fetchTypes: boolean): Promise<string> {
  const direct = new URL(url)
  const ending = await startEnding(Number(direct.port))
  direct.port = String(ending.port)
  const args = ["--import", "tsx", program, direct.href, String(fetchTypes)]
  try {
    return (await promisify(execFile)(process.execPath, args)).stdout
  } finally {
    ending.close()
  }
}

test("SEC-T28 with the documented option, a connection that ends early does not end the process", async () => {
  const url = await newDatabase(postgresJs, server)
  const [safe, risky] = await Promise.allSettled([runProgram(url, false), runProgram(url, true)])
  expect(safe).toEqual({ status: "fulfilled", value: "null" })
  // When postgres.js handles it, the warning can go.
  expect(risky).toMatchObject({ status: "rejected", reason: { code: 1 } })
})

test("SEC-T28 without it, the adapter warns once for a client, and so does doctor", async () => {
  const url = await newDatabase(postgresJs, server)
  const warnings: string[] = []
  const options = { onWarning: (message: string) => void warnings.push(message) }
  const [risky, safe] = [postgres(url), postgres(url, { fetch_types: false })]
  const adapter = postgresAdapter(risky, options)
  postgresAdapter(risky, options)
  expect(warnings).toEqual([expect.stringContaining("`fetch_types: false`")])
  const codesOf = async (of: object) => (await checkServer(of)).map(({ code }) => code)
  expect(await codesOf(adapter)).toContain("client_option")
  expect(await codesOf(postgresAdapter(safe, options))).not.toContain("client_option")
  expect(warnings).toHaveLength(1)
  await Promise.all([risky.end({ timeout: 1 }), safe.end({ timeout: 1 })])
})

test("SEC-T28 so does Better Auth's database, also through Drizzle", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const [risky, safe, wrapped] = [postgres(), postgres({ fetch_types: false }), postgres()]
  for (const client of [risky, risky, safe, drizzle(wrapped)]) mortiseDatabase(client)
  const warning = [expect.stringContaining("`fetch_types: false`")]
  expect(warn.mock.calls).toEqual([warning, warning])
})
