import { raceRounds } from "../../support/tier.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { describeRaces } = await import("./describe-races.ts")
const { places, upstashPlace } = await import("./places.ts")

for (const place of [...places, upstashPlace])
  describeRaces(place, { rounds: raceRounds(20), processRounds: raceRounds(8) })
