import { compete } from "../servers/races/compete.ts"
import { clusterLibraries } from "./clients.ts"

const [, , name = "", prefix = "", ...ports] = process.argv
const library = clusterLibraries.find((each) => each.name === name)
if (!library) throw new Error(`There is no client library ${name}`)
const { adapter, close } = await library.connect(ports.map(Number))
compete(adapter({ prefix }), close)
