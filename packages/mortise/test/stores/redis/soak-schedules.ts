/** Checks schedules of the claim protocol with new seeds, for as many minutes as the first argument says. Default: 10. */
import { findViolation } from "../../checker/find-violation.ts"
import { signInWorkloads } from "../../checker/sign-in-workloads.ts"
import { startRedis } from "../../support/servers/redis.ts"
import { connectionFor } from "./checker/connection.ts"
import { spreadSubject } from "./checker/spread-subject.ts"

const [, , minutes = "10"] = process.argv
const end = Date.now() + Number(minutes) * 60_000
const schedules = 300
let seed = Math.floor(Math.random() * 1e9)
let checked = 0
while (Date.now() < end && process.exitCode === undefined) {
  // A new server each time, because every schedule leaves its keys.
  const server = await startRedis()
  const { connection, close } = connectionFor(server.port)
  const violation = await findViolation(spreadSubject(connection), signInWorkloads, { seed, schedules })
  close()
  await server.close()
  seed += schedules
  checked += schedules
  console.log(violation ?? `${checked} schedules, the last with seed ${seed - 1}: no violation`)
  if (violation) process.exitCode = 1
}
