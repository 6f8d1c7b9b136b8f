import { installRedisClients } from "./install.ts"

await installRedisClients()
const { describeRaces } = await import("./describe-races.ts")
const { places } = await import("./places.ts")

// The server decides a race, in scripts that every client sends.
for (const place of places.slice(0, 1))
  describeRaces({ ...place, libraries: place.libraries.slice(0, 1) }, { rounds: 5, processRounds: 1 })
