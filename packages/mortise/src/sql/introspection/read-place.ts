import type { EngineName } from "../../schema/engine-name.ts"
import type { Ask } from "./introspection.ts"

/** The name of the database, and the host and port of the server; of SQLite the file. */
const questions: Readonly<Record<EngineName, string>> = {
  postgres: "SELECT current_database(), host(inet_server_addr()), inet_server_port()",
  mysql: "SELECT DATABASE(), @@hostname, @@port",
  sqlite: "SELECT file FROM pragma_database_list WHERE name = 'main'",
}

/** Names the database behind a connection, as the server knows itself: a client's address may have a password. */
export async function readPlace(ask: Ask, engine: EngineName): Promise<string> {
  const [[name, host, port] = []] = await ask(questions[engine])
  if (engine === "sqlite") return String(name || "in memory")
  return host === null ? `${name}, on this machine` : `${name} at ${host}:${port}`
}
