import { defaultSchema } from "../../src/contract/build-schema.ts"
import type { Schema } from "../../src/contract/schema.ts"
import type { Dialect } from "../../src/sql/dialect.ts"
import { mysqlDialect } from "../../src/sql/engines/mysql/dialect.ts"
import { literal as mysqlLiteral } from "../../src/sql/engines/mysql/introspection/literal.ts"
import { postgresDialect } from "../../src/sql/engines/postgres/dialect.ts"
import { literal as postgresLiteral } from "../../src/sql/engines/postgres/introspection/literal.ts"
import type { Literal } from "../../src/sql/tables/create-table.ts"
import { createTableTexts } from "../../src/sql/tables/create-table.ts"
import { toModelTables } from "../../src/stores/sql/compile/tables.ts"

const textsIn =
  (dialect: Dialect, literal: Literal) =>
  (schema: Schema = defaultSchema()): string[] =>
    toModelTables(schema, dialect).flatMap((spec) => createTableTexts(spec, dialect, literal))

/** The statements that create the tables of a schema on PostgreSQL. */
export const postgresTables = textsIn(postgresDialect, postgresLiteral)

/** The same on MySQL and MariaDB. */
export const mysqlTables = textsIn(mysqlDialect, mysqlLiteral)
