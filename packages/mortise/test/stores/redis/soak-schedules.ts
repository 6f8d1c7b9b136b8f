/**
 * Checks schedules of the claim protocol with new seeds. The arguments are the minutes, of which it takes 10 by default,
 * and the first seed.
 */
import { randomInt } from "node:crypto"
import { findViolation } from "../../../../workshop/src/checker/find-violation.ts"
import { signInWorkloads } from "../../../../workshop/src/checker/sign-in-workloads.ts"
import { startRedis } from "../../../../workshop/src/servers/redis.ts"
import { connectionFor } from "./checker/connection.ts"
import { spreadSubject } from "./checker/spread-subject.ts"

const [, , minutes = "10", first = String(randomInt(1e9))] = process.argv
const end = Date.now() + Number(minutes) * 60_000
const schedules = 300
let seed = Number(first)
let checked = 0
console.log(`The first seed is ${seed}: npm run soak:redis -- ${minutes} ${seed}`)
while (Date.now() < end && process.exitCode === undefined) {
  // A new server each time, because every schedule leaves its keys.
  const server = await startRedis()
  const { connection, close } = connectionFor(server.port)
  const violation = await findViolation(spreadSubject(connection), signInWorkloads, { seed, schedules })
  close()
  await server.close()
  if (violation) console.log(`To repeat it: npm run soak:redis -- ${minutes} ${seed}`)
  seed += schedules
  checked += schedules
  console.log(violation ?? `${checked} schedules, the last with seed ${seed - 1}: no violation`)
  if (violation) process.exitCode = 1
}
