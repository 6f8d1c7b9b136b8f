import { type ClientName, clients } from "./clients.ts"
import { setupOn } from "./setup-on.ts"

/** The client and the database, for processes that get no arguments. */
export const variables = { client: "MORTISE_TEST_AUTH_CLIENT", url: "MORTISE_TEST_AUTH_URL" } as const

/** Opens the client and the database that the environment names. */
export const factory = () =>
  setupOn(clients[process.env[variables.client] as ClientName](process.env[variables.url] ?? ""))
