import type { AddressInfo } from "node:net"
import Database from "libsql"
import { bundlePage } from "../../../../../scripts/build/bundle-page.ts"
import { toOpenStore } from "../../../src/cli/configuration/open-store.ts"
import { nodeListener } from "../../../src/cli/serve/node-listener.ts"
import { createNodeServer } from "../../../src/cli/serve/node-server.ts"
import { createStudio } from "../../../src/cli/studio/create-studio.ts"
import { storeSource } from "../../../src/cli/studio/store-source.ts"
import type { Adapter } from "../../../src/index.ts"
import { date, defineSchema, text } from "../../../src/index.ts"
import { libsqlAdapter } from "../../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"

const people = [
  ["Ada Lovelace", "ada@example.com"],
  ["Alan Turing", "alan.turing@example.com"],
  ["Annie Easley", "annie@example.org"],
  ["Barbara Liskov", "liskov@example.com"],
  ["Claude Shannon", "shannon@example.net"],
  ["Dennis Ritchie", "dmr@example.com"],
  ["Donald Knuth", "knuth@example.org"],
  ["Edsger Dijkstra", "ewd@example.com"],
  ["Grace Hopper", "grace.hopper@example.com"],
  ["Hedy Lamarr", "hedy@example.net"],
  ["Katherine Johnson", "katherine@example.org"],
  ["Margaret Hamilton", "margaret@example.com"],
  ["Radia Perlman", "radia@example.net"],
] as const

const dayMs = 24 * 60 * 60 * 1000
const suspended = "dmr@example.com"
const unverified = ["annie@example.org", "hedy@example.net"]

/** A store with people, of whom the first has rows of each kind. */
async function createPeople() {
  const schema = defineSchema({
    user: { fields: { createdAt: date(), suspendedAt: date(), role: text() } },
    session: { fields: { device: text() } },
  })
  const database = new Database(":memory:")
  const adapter = libsqlAdapter(database, { schema })
  await migrate(adapter)
  // With it, users are sorted by creation in a store of any size.
  database.exec("CREATE INDEX by_creation ON users (createdAt, id)")
  const start = Date.UTC(2026, 8, 1)
  for (const [nth, [name, email]] of people.entries()) {
    const createdAt = new Date(start + nth * 3.4 * dayMs)
    const seconds = createdAt.getTime().toString(16).padStart(12, "0")
    const user = {
      id: `${seconds.slice(0, 8)}-${seconds.slice(8)}-7${(nth + 161).toString(16)}c-8f02-4be1c07a95${nth + 10}`,
      name,
      email,
      emailVerified: unverified.includes(email) ? null : new Date(createdAt.getTime() + 3 * 60_000),
      createdAt,
      suspendedAt: email === suspended ? new Date(start + 60 * dayMs) : null,
      role: nth === 0 ? "admin" : "member",
    }
    await adapter.createUser(user)
    if (nth === 0) await createRows(adapter, user.id)
    else await createSignIn(adapter, user.id, nth)
  }
  return adapter
}

/** Most people have signed in with GitHub, and some of them are still signed in. */
async function createSignIn(adapter: Adapter, userId: string, nth: number): Promise<void> {
  const account = { userId, type: "oauth", provider: nth % 3 === 0 ? "google" : "github" } as const
  await adapter.linkAccount({ ...account, providerAccountId: `${58_000 + nth}` })
  const expires = new Date(Date.now() + (30 - ((nth * 7) % 29)) * dayMs)
  if (nth % 4 !== 0) await adapter.createSession({ sessionToken: `session-${nth}`, userId, expires })
}

async function createRows(adapter: Adapter, userId: string): Promise<void> {
  const account = { userId, type: "oidc", scope: "openid email profile" } as const
  await adapter.linkAccount({ ...account, provider: "google", providerAccountId: "110248495921238986420" })
  await adapter.linkAccount({ ...account, provider: "github", type: "oauth", providerAccountId: "583231" })
  for (const [nth, device] of ["Firefox on Linux", "Safari on iPhone", "Chrome on Windows"].entries()) {
    const signedIn = Date.now() - (nth * 9 + 0.2) * dayMs
    const session = {
      sessionToken: `m1-${Math.round(signedIn).toString(36)}-${"x".repeat(42)}${nth}`,
      userId,
      expires: new Date(signedIn + 30 * dayMs),
      device,
    }
    await adapter.createSession(session)
  }
  await adapter.createAuthenticator({
    credentialID: "AfbI0c8kq2vTqF1yVq3bX9rJm0eUeHk8s7dQ2w",
    userId,
    providerAccountId: "AfbI0c8kq2vTqF1yVq3bX9rJm0eUeHk8s7dQ2w",
    credentialPublicKey: "-",
    counter: 12,
    credentialDeviceType: "multiDevice",
    credentialBackedUp: true,
    transports: "internal,hybrid",
  })
}

/** A studio with demo people, for pictures. The address works once. */
export async function openDemo(): Promise<{ readonly url: string; close(): void }> {
  const { linkPath, answer } = createStudio({
    source: storeSource(await toOpenStore(await createPeople())),
    files: await bundlePage("packages/pages/src/studio/main.tsx"),
    isWritable: true,
    onChange: () => {},
  })
  const server = createNodeServer(nodeListener(answer, { loopbackOnly: true, allowQuery: true }))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${linkPath}`, close }
}
