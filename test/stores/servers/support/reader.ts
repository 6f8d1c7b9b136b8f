import { engines } from "./engines.ts"

// Tells its parent when a session expires, as seen from the time zone of this process.
const [, , name, url = "", sessionToken = ""] = process.argv
const client = engines.find((engine) => engine.name === name)?.connect(url)
const found = await client?.adapter().getSessionAndUser(sessionToken)
process.send?.(found?.session.expires.toISOString() ?? "none")
await client?.close()
process.disconnect()
