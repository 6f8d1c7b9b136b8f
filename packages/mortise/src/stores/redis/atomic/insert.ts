import type { Row } from "../../../contract/rows.ts"
import type { Model } from "../../../contract/schema.ts"
import { conflict, ownerMissing } from "../../../contract/store-errors.ts"
import type { Store } from "../../../operations/store.ts"
import { newNonce } from "../nonce.ts"
import { randomCursor } from "../pruning.ts"
import type { RedisParts } from "../redis-parts.ts"
import { completeRows } from "../rows/complete-rows.ts"
import { packRow } from "../rows/packed-row.ts"
import { expiryArgument, kindOf } from "../scripts/script-arguments.ts"
import { insertScript } from "./insert-script.ts"

type Refusal = readonly [reason: "taken" | "orphan", nth: number, key: number]

/** Inserts all rows of a call by one script. */
export function createInsert(parts: RedisParts): Store["insert"] {
  const { schema, connection } = parts
  return async (entries) => {
    const rows = await completeRows(parts, entries)
    const names = entries.map(([model]) => schema.models[model])
    const args = rows.flatMap((row, nth) => rowArguments(parts, names[nth] as Model, row))
    const keys = rows.map((row, nth) => parts.keys.row((names[nth] as Model).name, row as never))
    const refusal = (await connection.evaluate(insertScript, keys, [
      randomCursor(),
      String(rows.length),
      ...args,
    ])) as Refusal | null
    if (refusal) throw refused(names, refusal)
    return rows
  }
}

function refused(models: readonly Model[], [reason, nth, key]: Refusal) {
  const model = models[Number(nth) - 1] as Model
  if (reason === "orphan") return ownerMissing(model.name)
  return conflict(model.name, model.keys[Number(key) - 1] ?? [])
}

function rowArguments({ keys }: RedisParts, model: Model, row: Readonly<Row>): string[] {
  const { name } = model
  const kind = kindOf(model)
  const [primary = []] = model.keys
  const common = [kind, keys.row(name, row), packRow(model, row), keys.order(name, primary)]
  if (kind === "user") {
    const email = row["email"] as string | null
    const claim = email === null ? "" : keys.email(email)
    return [...common, keys.order(name, ["email"]), "", newNonce(), claim, email ?? ""]
  }
  common.push(keys.expiry(name), expiryArgument(model, row))
  if (kind === "owned") return [...common, keys.user(row["userId"] as string), newNonce()]
  return [...common, kind === "token" ? (row["token"] as string) : ""]
}
