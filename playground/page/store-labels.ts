import type { StoreName } from "../protocol.ts"

export const storeLabels: Readonly<Record<StoreName, string>> = {
  sqlite: "SQLite",
  memory: "memory",
  pglite: "PGlite",
  postgres: "PostgreSQL",
  mariadb: "MariaDB",
  redis: "Redis",
}
