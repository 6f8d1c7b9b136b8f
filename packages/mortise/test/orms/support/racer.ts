import { compete } from "../../stores/servers/races/compete.ts"
import type { OrmStore } from "./orm-store.ts"

const [, , module = "", name = "", url = ""] = process.argv
const stores = Object.values(await import(module)).flat() as OrmStore[]
const store = stores.find((each) => each.name === name)
if (!store) throw new Error(`${module} exports no store ${name}`)
const orm = await store.open(url)
compete(orm.adapter(), () => orm.close())
