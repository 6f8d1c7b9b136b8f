import { DataSource } from "typeorm"
import { typeormStores } from "./open-typeorm.ts"

export const typeormStores03 = typeormStores("0.3", (settings) => new DataSource(settings))
