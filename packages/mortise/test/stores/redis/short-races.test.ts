import { installRedisClients } from "./install.ts"

await installRedisClients()
const { describeRaces } = await import("./describe-races.ts")
const { places } = await import("./places.ts")

for (const place of places.slice(0, 1)) describeRaces(place, { rounds: 5, processRounds: 1 })
