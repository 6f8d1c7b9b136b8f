import { engines } from "../../../support/engines.ts"
import { compete } from "./compete.ts"

const [, , name = "", url = ""] = process.argv
const engine = engines.find((each) => each.name === name)
if (!engine) throw new Error(`There is no engine ${name}`)
const client = engine.connect(url)
compete(client.adapter(), () => client.close())
