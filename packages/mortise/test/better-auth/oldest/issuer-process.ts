import { betterAuth } from "better-auth"
import { Pool } from "pg"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { migrate } from "../../../src/better-auth/migrate/index.ts"
import { type Lived, live, livingOptions } from "../schema/living.ts"

// An application on Better Auth 1.7.2. Each message names a step, and is answered when the step is done.

const pool = new Pool({ connectionString: process.argv[2] })
const auth = betterAuth({
  ...livingOptions,
  socialProviders: { google: { clientId: "id", clientSecret: "secret" } },
  database: mortiseDatabase(pool),
})
const { version } = await auth.$context
const lived: Lived = { signIns: 0, signUps: 0, failures: [] }
let isOver = false
let living: Promise<void> | undefined

type Step = { readonly name: string; readonly people?: readonly string[] }

process.on("message", async ({ name, people = [] }: Step) => {
  if (name === "migrate") return process.send?.({ version, ...(await migrate(auth)) })
  if (name === "contract") return process.send?.({ ...(await migrate(auth, { contract: true })) })
  if (name === "live") {
    living = live(auth, people, "by-issuer", lived, () => isOver)
    return process.send?.({})
  }
  if (name === "count") return process.send?.(lived)
  isOver = true
  await living
  await pool.end()
  process.send?.(lived)
  process.disconnect()
})
process.send?.({})
