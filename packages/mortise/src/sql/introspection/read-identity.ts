import type { EngineName } from "../../schema/engine-name.ts"
import type { Ask } from "./introspection.ts"

/** The name of the database, and what only one running server has. */
const questions: Readonly<Record<Exclude<EngineName, "sqlite">, string>> = {
  postgres: "SELECT current_database(), extract(epoch FROM pg_postmaster_start_time())",
  mysql: "SELECT DATABASE(), @@hostname, @@port, @@datadir",
}

/** What two connections to the same database have in common, by whatever address they reach its server. */
export const readIdentity = async (ask: Ask, engine: keyof typeof questions): Promise<string> =>
  JSON.stringify((await ask(questions[engine]))[0]?.map(String))
