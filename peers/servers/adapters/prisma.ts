import { PrismaAdapter } from "@auth/prisma-adapter"
import { PrismaMariaDb } from "@prisma/adapter-mariadb"
import { PrismaPg } from "@prisma/adapter-pg"
import { loadClient } from "../../prisma/load-client.ts"
import type { OpenClient } from "../open-on.ts"

async function onDriver(provider: "postgresql" | "mysql", adapter: object): Promise<OpenClient> {
  const { PrismaClient } = await loadClient(provider)
  const client = new PrismaClient({ adapter })
  return { adapter: PrismaAdapter(client), close: () => client.$disconnect() }
}

export const onPostgres = (url: string): Promise<OpenClient> =>
  onDriver("postgresql", new PrismaPg({ connectionString: url }))

export function onMariadb(url: string): Promise<OpenClient> {
  const { hostname: host, port, username: user, pathname } = new URL(url)
  const database = pathname.slice(1)
  return onDriver("mysql", new PrismaMariaDb({ host, port: Number(port), user, database }))
}
