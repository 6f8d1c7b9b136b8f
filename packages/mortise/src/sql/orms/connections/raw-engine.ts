import type { EngineName } from "../../../schema/engine-name.ts"
import type { Engine } from "../../engine.ts"
import { mysql } from "../../engines/mysql/engine.ts"
import { postgres } from "../../engines/postgres/engine.ts"
import { sqlite } from "../../engines/sqlite/engine.ts"

// ORMs return rows as objects, in which columns of the same name collapse. So every column has a unique name, and no
// statement returns rows of several tables.
const withObjectRows = (engine: Engine): Engine => ({
  ...engine,
  dialect: { ...engine.dialect, namesColumns: true, combinesWrites: false },
})

// The inserts of a transaction are separate statements, so the id comes from the sequence.
const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`
const insertedId: Engine["dialect"]["insertedId"] = ({ quotedTable, column }) => {
  const place = [quotedTable, column].map(quoteLiteral).join(", ")
  return `coalesce(currval(pg_get_serial_sequence(${place})), lastval())`
}

/**
 * The engines for raw calls. MariaDB is treated as MySQL, without RETURNING: many ORMs send a raw call as text, and on
 * a Galera cluster a `DELETE … RETURNING` sent as text can return one row to several callers.
 */
export const rawEngines: Readonly<Record<EngineName, Engine>> = {
  postgres: withObjectRows({ ...postgres, dialect: { ...postgres.dialect, insertedId } }),
  mysql: withObjectRows(mysql),
  sqlite: withObjectRows(sqlite),
}

/** MariaDB with the statements of MySQL: only its own names for settings and collations differ. */
export const rawMariadb: Engine = {
  ...rawEngines.mysql,
  dialect: { ...rawEngines.mysql.dialect, name: "mariadb" },
}
