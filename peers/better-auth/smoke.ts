import type { BetterAuthSetup } from "@mortise/conformance/better-auth"
import { type BetterAuthOptions, betterAuth } from "better-auth"
import { memoryAdapter } from "better-auth/adapters/memory"
import type { Peer } from "./peer.ts"
import { peerOptions, peerPlugins } from "./peer-options.ts"
import { peers } from "./registry.ts"

function must(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(what)
}

const ofUsers = () => memoryAdapter({ user: [], session: [], account: [], verification: [] })

/** Signs up, in and out. Throws if the peer is set up wrongly; it does not check the details of the contract. */
async function signInAndOut({ database = ofUsers(), storage }: BetterAuthSetup): Promise<void> {
  const options: BetterAuthOptions = {
    ...peerOptions,
    plugins: peerPlugins,
    database,
    rateLimit: { enabled: false },
    emailAndPassword: { enabled: true },
    ...(storage && { secondaryStorage: storage }),
  }
  const { api } = betterAuth(options) as ReturnType<typeof betterAuth>
  const body = { email: "smoke@example.com", password: "correct horse battery" }
  await api.signUpEmail({ body: { ...body, name: "Smoke" } })
  const signedIn = await api.signInEmail({ body, asResponse: true })
  must(signedIn.ok, `the sign-in answers ${signedIn.status}`)
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(";", 1)[0])
  const headers = new Headers({ cookie: cookie.join("; ") })
  const session = await api.getSession({ headers })
  must(session?.user.email === body.email, "the session is not found")
  await api.signOut({ headers })
  must((await api.getSession({ headers })) === null, "the session is found after the sign-out")
}

async function smoke(peer: Peer): Promise<string> {
  const started = performance.now()
  const setup = await peer.open()
  const opened = performance.now()
  try {
    await signInAndOut(setup)
  } finally {
    await setup.close?.()
  }
  return `open ${(opened - started).toFixed(0)} ms, signed in and out`
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !peers.some((peer) => peer.name === name))
must(unknown.length === 0, `No peer named ${unknown.join(", ")}: see registry.ts`)

for (const peer of peers.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const title = `${peer.package} ${peer.version} on ${peer.store}`
  try {
    process.stdout.write(`ok    ${title}: ${await smoke(peer)}\n`)
  } catch (error) {
    process.exitCode = 1
    process.stdout.write(`FAIL  ${title}: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}
process.exit()
