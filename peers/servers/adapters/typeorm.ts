import "../../as-deployed.ts"
import type { DataSourceOptions } from "typeorm"
import { copyOfPackage } from "../../typeorm/copy-of-package.ts"
import type { OpenClient } from "../open-on.ts"

async function onSource(dataSource: DataSourceOptions): Promise<OpenClient> {
  const { TypeORMAdapter, entities, getManager } = await copyOfPackage()
  const adapter = TypeORMAdapter(dataSource)
  const { connection } = await getManager({ dataSource, entities })
  return { adapter, close: () => connection.destroy() }
}

export const onPostgres = (url: string): Promise<OpenClient> =>
  onSource({ type: "postgres", url, synchronize: true })

export const onMariadb = (url: string): Promise<OpenClient> =>
  onSource({ type: "mariadb", url, synchronize: true })
