/** The engines that have tables of their own. MariaDB uses MySQL's. */
export type EngineName = "postgres" | "mysql" | "sqlite"

/** The engines as sentences name them. */
export const engineTitles: Readonly<Record<EngineName, string>> = {
  postgres: "PostgreSQL",
  mysql: "MySQL and MariaDB",
  sqlite: "SQLite",
}
