import { compete } from "../servers/races/compete.ts"
import { places, upstashPlace } from "./places.ts"

const [, , place, library, prefix = "", ...ports] = process.argv
const { libraries = [] } = [...places, upstashPlace].find(({ name }) => name === place) ?? {}
const client = await libraries.find(({ name }) => name === library)?.connect(ports.map(Number))
if (!client) throw new Error(`places.ts does not name the client library ${library} for ${place}`)
compete(client.adapter({ prefix }), client.close)
