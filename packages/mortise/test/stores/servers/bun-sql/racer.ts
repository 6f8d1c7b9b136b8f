import { bunSqlEngines } from "../../../support/bun-sql.ts"
import { compete } from "../races/compete.ts"

const [, , name = "", url = ""] = process.argv
const client = (await bunSqlEngines())[name]?.connect(url)
if (!client) throw new Error(`There is no engine ${name}`)
compete(client.adapter(), () => client.close())
