import type { EngineName } from "../../../schema/engine-name.ts"
import type { Literal } from "../compile/create-table.ts"
import type { Dialect } from "../dialect.ts"
import { mysqlDialect } from "../engines/mysql/dialect.ts"
import { literal as mysqlLiteral } from "../engines/mysql/introspection/literal.ts"
import { postgresDialect } from "../engines/postgres/dialect.ts"
import { literal as postgresLiteral } from "../engines/postgres/introspection/literal.ts"
import { sqliteDialect } from "../engines/sqlite/dialect.ts"
import { literal as sqliteLiteral } from "../engines/sqlite/introspection/literal.ts"

/** The dialect of each engine, and its literals. */
export const engines: Readonly<Record<EngineName, { readonly dialect: Dialect; readonly literal: Literal }>> =
  {
    postgres: { dialect: postgresDialect, literal: postgresLiteral },
    mysql: { dialect: mysqlDialect, literal: mysqlLiteral },
    sqlite: { dialect: sqliteDialect, literal: sqliteLiteral },
  }
