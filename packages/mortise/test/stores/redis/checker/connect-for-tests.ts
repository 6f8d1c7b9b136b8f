import { afterAll, beforeAll } from "vitest"
import { type RedisServer, startRedis } from "../../../support/servers/redis.ts"
import { connectionFor } from "./connection.ts"

/** A plain connection to a server of its own, for the tests of a file. It is open while they run. */
export function connectForTests(): Pick<ReturnType<typeof connectionFor>, "connection"> {
  let server: RedisServer | undefined
  let opened: ReturnType<typeof connectionFor> | undefined
  beforeAll(async () => {
    server = await startRedis()
    opened = connectionFor(server.port)
  })
  afterAll(async () => {
    opened?.close()
    await server?.close()
  })
  return {
    get connection() {
      if (!opened)
        throw new Error("The server starts before the first test: use the connection inside a test.")
      return opened.connection
    },
  }
}
