import type { SqlAdapter } from "../../../../contract/adapter.ts"
import type { ExtraFields, Schema } from "../../../../contract/schema.ts"
import type { Tenanted } from "../../../../contract/tenants.ts"
import { throwInvalid } from "../../../../contract/throw-invalid.ts"
import { type ClientSource, isClientFunction } from "../../../../shared/client-source.ts"
import {
  describeSequelize,
  type SequelizeClient,
  type SequelizeTransaction,
  sequelizeEngine,
} from "../../../../sql/orms/sequelize/describe-sequelize.ts"
import { checkClient } from "../../../../sql/sql-client.ts"
import { createSqlAdapter } from "../../sql-adapter.ts"
import { lateOrmAdapter, type OrmOptions } from "../late-orm.ts"
import { createTablesSchema } from "../tables/create-tables-schema.ts"
import { schemaCache } from "../tables/schema-cache.ts"
import { findModels, readSequelizeTables, type SequelizeModels } from "./read-sequelize-tables.ts"

export type {
  SequelizeClient,
  SequelizeTransaction,
} from "../../../../sql/orms/sequelize/describe-sequelize.ts"
export type { SequelizeModels } from "./read-sequelize-tables.ts"

/** The options of `sequelizeAdapter`. */
export type SequelizeOptions<X extends ExtraFields = object, Tenants extends boolean = false> = OrmOptions<
  X,
  Tenants
> & {
  /** An open transaction. The adapter then works inside it. */
  readonly transaction?: SequelizeTransaction | undefined
  /**
   * Your models, as the official adapter takes them. Default: the models named `user`, `account` and so on, if they
   * exist.
   */
  readonly models?: SequelizeModels
}

const factory = "sequelizeAdapter"
const shape = {
  factory,
  takes: 'an instance of Sequelize 6: sequelizeAdapter(new Sequelize("postgres://localhost/app"))',
  has: ["getDialect", "connectionManager", "models"],
}

const cached = schemaCache()

/**
 * Makes an adapter for PostgreSQL, MySQL, MariaDB or SQLite on the connections of Sequelize 6. With the option
 * `transaction`, the adapter works inside that transaction.
 *
 * @example
 * ```ts no-run: install sequelize first
 * import { Sequelize } from "sequelize"
 * import { sequelizeAdapter } from "mortise/sequelize"
 *
 * const sequelize = new Sequelize("postgres://localhost/app")
 * const adapter = sequelizeAdapter(sequelize)
 *
 * const transaction = await sequelize.transaction()
 * const user = await sequelizeAdapter(sequelize, { transaction }).createUser({ email: "ada@example.com" })
 * await sequelize.query("INSERT INTO projects (owner) VALUES ($1)", { bind: [user.id], transaction })
 * await transaction.commit()
 * ```
 */
export function sequelizeAdapter<X extends ExtraFields = object, Tenants extends boolean = false>(
  sequelize: ClientSource<SequelizeClient>,
  options: SequelizeOptions<X, Tenants> = {},
): Tenanted<Tenants, SqlAdapter<X>> {
  if (isClientFunction(sequelize)) return lateOrmAdapter(factory, sequelize, options, sequelizeAdapter)
  checkClient(sequelize, shape)
  if ("withConnection" in sequelize)
    throwInvalid("sequelizeAdapter works with Sequelize 6 only: pass an instance of it.")
  const engine = options.dialect ?? sequelizeEngine(sequelize)
  if (!engine)
    throwInvalid(
      'sequelizeAdapter works with the dialects "postgres", "mysql" and "sqlite" of Sequelize. For MariaDB, use "mysql" with mysql2.',
    )
  const { transaction, models } = options
  const read = (): Schema | undefined => {
    const sequelizeModels = findModels(sequelize.models, models)
    return cached(sequelizeModels, () =>
      createTablesSchema(readSequelizeTables(engine, sequelizeModels), { factory }),
    )
  }
  const schema = options.schema ?? (read() as Schema<X> | undefined)
  const described = describeSequelize(factory, sequelize, engine, transaction)
  return createSqlAdapter(
    { ...described, ownOptionNames: ["dialect", "transaction", "models"] },
    { ...options, ...(schema && { schema }) },
  )
}
