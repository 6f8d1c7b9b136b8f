import type { Guarantee } from "../../../../contract/guarantees.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import type { OrmTable } from "../../../../sql/orms/orm-table.ts"
import type { ByModel } from "./by-model.ts"

/** The tables that an ORM describes. */
export type OrmTables = {
  /** The name of the ORM, as people write it. */
  readonly orm: string
  readonly engine: EngineName
  readonly tables: ByModel<OrmTable>
  /** The guarantees that the tables lack, according to the ORM's description. */
  readonly missingGuarantees?: readonly Guarantee[]
}
