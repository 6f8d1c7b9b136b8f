import type { Adapter } from "@auth/core/adapters"
import { type Peer, peers } from "./registry.ts"
import { serverPeers } from "./servers/registry.ts"

const wanted = process.argv.slice(2)
const expires = new Date(Date.now() + 60_000)

function must(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(what)
}

const need = <T>(operation: T | undefined, name: string): T => {
  must(operation !== undefined, `${name} is missing`)
  return operation
}

/** Signs a user in. Throws if the adapter is set up wrongly; it does not check the details of the contract. */
async function signIn(adapter: Adapter): Promise<string> {
  const given = { id: crypto.randomUUID(), email: "smoke@example.com", emailVerified: null, name: "Smoke" }
  const user = await need(adapter.createUser, "createUser")(given)
  must(
    (await need(adapter.getUser, "getUser")(user.id))?.email === given.email,
    "getUser does not find the user",
  )

  await need(
    adapter.createSession,
    "createSession",
  )({ sessionToken: "smoke-session", userId: user.id, expires })
  const found = await need(adapter.getSessionAndUser, "getSessionAndUser")("smoke-session")
  must(found?.user.id === user.id, "getSessionAndUser does not find the session's user")
  const distance = Math.abs(found.session.expires.valueOf() - expires.valueOf())
  must(distance < 1000, "getSessionAndUser returns another expiry")

  const token = { identifier: given.email, token: "smoke-token" }
  await need(adapter.createVerificationToken, "createVerificationToken")({ ...token, expires })
  const use = need(adapter.useVerificationToken, "useVerificationToken")
  must((await use(token))?.identifier === given.email, "useVerificationToken does not find the token")
  must((await use(token)) === null, "useVerificationToken gives the same token twice")
  return user.id
}

/** Describes what deleteUser does. A wrong deleteUser is a finding of the suite, not a wrong setup. */
async function describeDeletion(adapter: Adapter, id: string): Promise<string> {
  try {
    await need(adapter.deleteUser, "deleteUser")(id)
  } catch (error) {
    return `deleteUser threw ${error instanceof Error ? error.name : typeof error}`
  }
  return (await adapter.getUser?.(id)) ? "deleteUser left the user" : "deleteUser removed the user"
}

async function smoke(peer: Peer): Promise<string> {
  const started = performance.now()
  const [first, second] = [await peer.open(), await peer.open()]
  const opened = performance.now()
  const id = await signIn(first.adapter)
  must((await second.adapter.getUser?.(id)) === null, "two open stores share their rows")
  const deletion = await describeDeletion(first.adapter, id)
  const again = await signIn(second.adapter)
  const reset = second.reset ? `reset ${await timeReset(second.reset)}` : "no reset"
  if (second.reset) {
    must((await second.adapter.getUser?.(again)) === null, "reset leaves a user")
    await signIn(second.adapter)
  }
  await first.close()
  await second.close()
  const operations = Object.keys(first.adapter).filter((key) => !key.startsWith("_")).length
  return `${operations} operations, ${deletion}, open ${((opened - started) / 2).toFixed(0)} ms, ${reset}`
}

async function timeReset(reset: () => Promise<void>): Promise<string> {
  const started = performance.now()
  await reset()
  return `${(performance.now() - started).toFixed(1)} ms`
}

const all: readonly Peer[] = [...peers, ...serverPeers]
const unknown = wanted.filter((name) => !all.some((peer) => peer.name === name))
must(unknown.length === 0, `No peer named ${unknown.join(", ")}: see registry.ts and servers/registry.ts`)
const chosen = wanted.length > 0 ? all.filter(({ name }) => wanted.includes(name)) : peers

for (const peer of chosen) {
  const title = `${peer.package} ${peer.version}`.padEnd(34)
  try {
    console.log(`ok    ${title} ${await smoke(peer)}`)
  } catch (error) {
    process.exitCode = 1
    console.log(`FAIL  ${title} ${error instanceof Error ? error.message : String(error)}`)
  }
}
