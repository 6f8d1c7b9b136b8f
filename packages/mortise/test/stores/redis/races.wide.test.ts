import { inFullRun, isFullRun, raceRounds } from "../../../../workshop/src/tests/tier.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { describeRaces } = await import("./describe-races.ts")
const { places, upstashPlace } = await import("./places.ts")

// The server decides a race, in scripts that every client sends: a full run repeats it through the others.
for (const place of [...places, ...inFullRun([upstashPlace])])
  describeRaces(
    { ...place, libraries: isFullRun ? place.libraries : place.libraries.slice(0, 1) },
    { rounds: raceRounds(20), processRounds: raceRounds(8) },
  )
