import type { Schema } from "../../../../src/contract/schema.ts"
import { plainSchema } from "../../../../src/contract/schema.ts"
import { createTableTexts } from "../../../../src/stores/sql/create-table.ts"
import type { Dialect } from "../../../../src/stores/sql/dialect.ts"
import { mysql } from "../../../../src/stores/sql/dialects/mysql.ts"
import { postgres } from "../../../../src/stores/sql/dialects/postgres.ts"
import { tablesOf } from "../../../../src/stores/sql/tables.ts"

const textsIn =
  (dialect: Dialect) =>
  (schema: Schema = plainSchema()): string[] =>
    tablesOf(schema, dialect).flatMap((spec) => createTableTexts(spec, dialect))

/** The statements that make the tables of a schema on PostgreSQL. */
export const postgresTables = textsIn(postgres)

/** The same on MySQL and MariaDB. */
export const mysqlTables = textsIn(mysql)
