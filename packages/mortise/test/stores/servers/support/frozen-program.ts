/**
 * An instance of a serverless function: it keeps its pool between requests, and may be frozen there. Each message is a
 * request, and is answered with the outcomes of its calls: frozen-program.ts <engine> <url>
 */
import { engines } from "../../../support/engines.ts"
import { signIn, someone } from "../../../support/people.ts"

const connections = 3
const [name = "", url = ""] = process.argv.slice(2)
const engine = engines.find((each) => each.name === name)
if (!engine) throw new Error(`There is no engine ${name}`)
const adapter = engine.connect(url, connections).adapter()
const { user, session } = await signIn(adapter)

const calls = {
  lookup: async () => (await adapter.getSessionAndUser(session.sessionToken))?.user.id === user.id,
  write: async () => (await adapter.createUser(someone())).emailVerified === null,
}
export type FrozenCall = keyof typeof calls

process.on("message", async (call: FrozenCall) => {
  // More calls than connections, so that each connection is used.
  const outcomes = await Promise.all(
    Array.from({ length: 2 * connections }, () => calls[call]().catch(({ code }) => code)),
  )
  process.send?.([...new Set(outcomes)])
})
process.send?.("ready")
