import { afterAll, beforeAll, expect, test } from "vitest"
import { runProgram } from "../runtimes/run-program.ts"
import type { Server } from "../servers/server.ts"
import { installOrms } from "./install.ts"
import { postgresDatabases } from "./support/databases.ts"

await installOrms()
const { serve, execute, tables } = postgresDatabases

let server: Server
let url: string
beforeAll(async () => {
  server = await serve()
  url = await server.database()
  await execute(url, ...tables)
})
afterAll(() => server?.close())

const program = new URL("./kysely/lost-connection.ts", import.meta.url)

test("a process survives a connection that dies in a transaction, which Kysely alone does not", async () => {
  expect(await runProgram("node", program, [url, "mortise"])).toBe(true)
  await expect(runProgram("node", program, [url, "kysely"])).rejects.toThrow("terminating connection")
})
