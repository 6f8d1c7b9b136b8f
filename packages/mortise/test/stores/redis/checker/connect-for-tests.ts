import { afterAll, beforeAll } from "vitest"
import { startRedis } from "../../../../../workshop/src/servers/redis.ts"
import { openForTests } from "../../../support/open-for-tests.ts"
import { connectionFor } from "./connection.ts"

/** A plain connection to a server of its own, for the tests of a file. It is open while they run. */
export function connectForTests(): Pick<ReturnType<typeof connectionFor>, "connection"> {
  const server = openForTests(startRedis)
  let opened: ReturnType<typeof connectionFor> | undefined
  beforeAll(async () => {
    opened = connectionFor(server.port)
  })
  afterAll(async () => {
    opened?.close()
  })
  return {
    get connection() {
      if (!opened)
        throw new Error("The server starts before the first test: use the connection inside a test.")
      return opened.connection
    },
  }
}
