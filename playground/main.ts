// The playground in a browser. Run it: npm start
import "../examples/tour/silence-runtime-warning.ts"
import { parseArgs } from "node:util"
import { openBrowser } from "./server/open-browser.ts"

const help = `Usage: npm start -- [options]

  --port <number>    the first port to try (default: 3000)
  --postgres <url>   offer PostgreSQL; a new schema is created and deleted at the end
  --mariadb <url>    offer MariaDB; a new database is created and deleted at the end
  --redis <url>      offer Redis; keys with a new prefix are written and deleted at the end
  --no-open          do not open a browser
  --help             print this help`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "3000" },
      postgres: { type: "string" },
      mariadb: { type: "string" },
      redis: { type: "string" },
      "no-open": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  })
  if (values.help) return console.log(help)
  const port = Number(values.port)
  if (!(Number.isInteger(port) && port >= 0 && port < 65_536))
    throw new Error("--port must be a whole number from 0 to 65535.")
  const stopped = waitForSignal()
  // Takes seconds to load, so the options are checked first.
  const { startPlayground } = await import("./server/start-playground.ts")
  const playground = await startPlayground({
    port,
    ...(values.postgres && { postgresUrl: values.postgres }),
    ...(values.mariadb && { mariadbUrl: values.mariadb }),
    ...(values.redis && { redisUrl: values.redis }),
  })
  console.log(`Open ${playground.origin}  (Ctrl-C stops the playground and deletes its data)`)
  if (process.stdout.isTTY && !process.env["CI"] && !values["no-open"]) openBrowser(playground.origin)
  await stopped
  await playground.close()
}

/** Waits for a signal. A second one ends the process immediately. */
function waitForSignal(): Promise<void> {
  let isStopping = false
  return new Promise((resolve) => {
    const stop = () => {
      if (isStopping) process.exit(1)
      isStopping = true
      resolve()
    }
    // Not `once`: a dependency ends the process if its own listener is the only one that is left.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop)
  })
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    console.error("Run npm start -- --help for the options.")
    process.exit(1)
  },
)
