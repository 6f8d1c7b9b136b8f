import { betterAuth } from "better-auth"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { Pool } from "pg"
const client = new Pool({ connectionString: process.env.DATABASE_URL })
export const auth = betterAuth({
  baseURL: "http://localhost",
  database: mortiseDatabase(client),
  secret: "a secret for tests that is long enough",
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
})
