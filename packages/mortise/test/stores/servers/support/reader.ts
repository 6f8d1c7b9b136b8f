import { engines } from "../../../support/engines.ts"

// Sends the expiry of a session to the parent process, as read in the time zone of this process.
const [, , name, url = "", sessionToken = ""] = process.argv
const client = engines.find((engine) => engine.name === name)?.connect(url)
const found = await client?.adapter().getSessionAndUser(sessionToken)
process.send?.(found?.session.expires.toISOString() ?? "none")
await client?.close()
process.disconnect()
