import { defaultSchema } from "../../src/contract/build-schema.ts"
import type { Schema } from "../../src/contract/schema.ts"
import type { Literal } from "../../src/stores/sql/compile/create-table.ts"
import { createTableTexts } from "../../src/stores/sql/compile/create-table.ts"
import { toTableSpecs } from "../../src/stores/sql/compile/tables.ts"
import type { Dialect } from "../../src/stores/sql/dialect.ts"
import { mysqlDialect } from "../../src/stores/sql/engines/mysql/dialect.ts"
import { literal as mysqlLiteral } from "../../src/stores/sql/engines/mysql/introspection/literal.ts"
import { postgresDialect } from "../../src/stores/sql/engines/postgres/dialect.ts"
import { literal as postgresLiteral } from "../../src/stores/sql/engines/postgres/introspection/literal.ts"

const textsIn =
  (dialect: Dialect, literal: Literal) =>
  (schema: Schema = defaultSchema()): string[] =>
    toTableSpecs(schema, dialect).flatMap((spec) => createTableTexts(spec, dialect, literal))

/** The statements that create the tables of a schema on PostgreSQL. */
export const postgresTables = textsIn(postgresDialect, postgresLiteral)

/** The same on MySQL and MariaDB. */
export const mysqlTables = textsIn(mysqlDialect, mysqlLiteral)
