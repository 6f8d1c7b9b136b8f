import { type OpenStore, onStore } from "../configuration/open-store.ts"
import type { Files } from "../users/on-people.ts"
import { openIds } from "./import-ids.ts"
import type { TransferRows } from "./transfer-rows.ts"

/** Opens the rows of what the options of a command name, runs a task on them, and closes it. */
export async function onRows<T>(
  { config, "better-auth": file, tenant, mayCreate = false }: Files & { readonly mayCreate?: boolean },
  task: (rows: TransferRows) => Promise<T>,
): Promise<T> {
  if (file === undefined)
    return onStore(config, async (store) => task(await storeRows(store)), { tenant, mayCreate })
  const { onAuth } = await import("../better-auth/load-auth.ts")
  const { authRows } = await import("../better-auth/auth-rows.ts")
  return onAuth({ file, config }, { tenant }, async (auth) => task(await authRows(auth)))
}

export async function storeRows(store: OpenStore): Promise<TransferRows> {
  const { exportRows, importRows } = await import("../../transfer/index.ts")
  const { adapter, upkeep, manifest } = store
  return {
    exportRows: (options) => exportRows(adapter, options),
    importRows: (lines, options) => importRows(adapter, lines, options),
    count: (model) => upkeep.count(model),
    ...(manifest.ids !== "given" && { openIds: (file) => openIds(store, file) }),
  }
}
