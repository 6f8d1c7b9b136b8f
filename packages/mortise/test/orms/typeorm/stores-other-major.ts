import { DataSource } from "../other-majors/node_modules/typeorm/index.js"
import { typeormStores } from "./open-typeorm.ts"

export const typeormStores1 = typeormStores("1", (settings) => new DataSource(settings))
