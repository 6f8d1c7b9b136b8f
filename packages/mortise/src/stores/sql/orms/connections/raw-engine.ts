import type { EngineName } from "../../../../schema/engine-name.ts"
import { findColumn } from "../../compile/columns.ts"
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

// A sign-up's statements are separate, so the id comes from the sequence and not from the statement itself.
const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`
const insertedUserId: Engine["dialect"]["insertedUserId"] = (user, _, users) => {
  const place = [users, findColumn(user, "id").column].map(quoteLiteral).join(", ")
  return `coalesce(currval(pg_get_serial_sequence(${place})), lastval())`
}

/**
 * The engines for raw calls. MariaDB is treated as MySQL, without RETURNING: many ORMs send a raw call as text, and on
 * a Galera cluster a `DELETE … RETURNING` sent as text can return one row to several callers.
 */
export const rawEngines: Readonly<Record<EngineName, Engine>> = {
  postgres: withObjectRows({ ...postgres, dialect: { ...postgres.dialect, insertedUserId } }),
  mysql: withObjectRows(mysql),
  sqlite: withObjectRows(sqlite),
}

/** MariaDB with the statements of MySQL: only its own names for settings and collations differ. */
export const rawMariadb: Engine = {
  ...rawEngines.mysql,
  dialect: { ...rawEngines.mysql.dialect, name: "mariadb" },
}
