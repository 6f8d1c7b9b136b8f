import { betterAuth } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import { Pool } from "pg"
import { type Lived, live, livingOptions, person } from "../schema/living.ts"

// An application on the oldest Better Auth with its own adapter. It tells the people that it signed up, then lives until
// it is told to stop.

const pool = new Pool({ connectionString: process.argv[2] })
const options = { ...livingOptions, database: pool }
const auth = betterAuth(options)
await (await getMigrations(options)).runMigrations()
const people = Array.from({ length: 20 }, (_, nth) => `old${nth}`)
for (const name of people) await auth.api.signUpEmail(person(name))
process.send?.(people)

const lived: Lived = { signIns: 0, signUps: 0, failures: [] }
let isOver = false
process.on("message", () => {
  isOver = true
})
await Promise.all(
  ["a", "b", "c"].map((caller) =>
    live(auth, people, `by old ${caller}`.replaceAll(" ", "-"), lived, () => isOver),
  ),
)
process.send?.(lived)
await pool.end()
process.disconnect()
