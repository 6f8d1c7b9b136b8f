import type { Instruments } from "../traced/instruments.ts"
import { addDatabaseLayer } from "./add-database-layer.ts"
import { getSource } from "./auth-database.ts"

/** `traced` over the value of `mortiseDatabase`. */
export const traceDatabase = <D extends object>(
  database: D,
  findInstruments: () => Instruments | Promise<Instruments>,
  system: string,
): D =>
  addDatabaseLayer(database, {
    name: "traced",
    load: async (below) => (await import("./trace-rows.ts")).traceRows(below, findInstruments, system),
  })

/** The database's engine. */
export const readEngine = (database: object): string => getSource(database).client.engine.dialect.name
