import { join } from "node:path"
import { createClient } from "@libsql/client"
import { onTestFinished } from "vitest"
import { quickFolder } from "../../../../workshop/src/folders.ts"
import { libsqlAdapter } from "../../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { runCommand } from "./run-command.ts"

/** A new database file with the tables, its adapter, and commands that run on it. */
export async function openDatabase() {
  const { folder, remove } = quickFolder()
  onTestFinished(remove)
  const url = `file:${join(folder, "auth.db")}`
  const client = createClient({ url })
  const adapter = libsqlAdapter(client)
  await migrate(adapter)
  const env = { MORTISE_ADAPTER: "libsql", MORTISE_DATABASE: url }
  const run = (...args: readonly string[]) => runCommand(args, env)
  return { run, adapter, client, env, folder }
}

/** Secrets that no tool may print. */
export const secrets = ["session-canary", "access-canary", "refresh-canary", "token-canary"]

const later = new Date("2098-01-01T00:00:00.000Z")

/** Ada, with one row of each kind, and her secrets. */
export async function createAda({ adapter }: Pick<Awaited<ReturnType<typeof openDatabase>>, "adapter">) {
  const user = await adapter.createUser({ id: "ada", email: "ada@example.com", name: "Ada" })
  await adapter.linkAccount({
    userId: user.id,
    type: "oauth",
    provider: "github",
    providerAccountId: "1815",
    access_token: "access-canary",
    refresh_token: "refresh-canary",
  })
  await adapter.createSession({ sessionToken: "session-canary", userId: user.id, expires: later })
  await adapter.createSession({ sessionToken: "session-canary-2", userId: user.id, expires: later })
  await adapter.createVerificationToken({
    identifier: "ada@example.com",
    token: "token-canary",
    expires: later,
  })
  await adapter.createAuthenticator({
    credentialID: "passkey-1",
    userId: user.id,
    providerAccountId: "passkey-1",
    credentialPublicKey: "public",
    counter: 3,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
  })
  return user
}
