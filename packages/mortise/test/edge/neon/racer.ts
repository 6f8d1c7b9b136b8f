import { compete } from "../../stores/servers/races/compete.ts"
import { neonEngines } from "./engines.ts"

const [, , name, url = ""] = process.argv
const client = neonEngines.find((engine) => engine.name === name)?.connect(url)
if (!client) throw new Error(`engines.ts names no engine ${name}`)
compete(client.adapter(), client.close)
