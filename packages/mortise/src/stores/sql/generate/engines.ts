import type { EngineName } from "../../../schema/engine-name.ts"
import type { Dialect } from "../../../sql/dialect.ts"
import { mysqlDialect } from "../../../sql/engines/mysql/dialect.ts"
import { literal as mysqlLiteral } from "../../../sql/engines/mysql/introspection/literal.ts"
import { postgresDialect } from "../../../sql/engines/postgres/dialect.ts"
import { literal as postgresLiteral } from "../../../sql/engines/postgres/introspection/literal.ts"
import { sqliteDialect } from "../../../sql/engines/sqlite/dialect.ts"
import { literal as sqliteLiteral } from "../../../sql/engines/sqlite/introspection/literal.ts"
import type { Literal } from "../../../sql/tables/create-table.ts"

/** The dialect of each engine, and its literals. */
export const engines: Readonly<Record<EngineName, { readonly dialect: Dialect; readonly literal: Literal }>> =
  {
    postgres: { dialect: postgresDialect, literal: postgresLiteral },
    mysql: { dialect: mysqlDialect, literal: mysqlLiteral },
    sqlite: { dialect: sqliteDialect, literal: sqliteLiteral },
  }
