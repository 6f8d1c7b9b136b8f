import type { MortiseError } from "../../../contract/errors.ts"
import type { Row } from "../../../contract/rows.ts"
import type { Model } from "../../../contract/schema.ts"
import { conflict, ownerMissing } from "../../../contract/store-errors.ts"
import { completeRows } from "../../../operations/rows/complete-rows.ts"
import type { Store } from "../../../operations/store.ts"
import { randomCursor } from "../background.ts"
import type { RedisParts } from "../engine.ts"
import { claimField, formatLuaEntry, newNonce, rowField, tokenField, userField } from "../glossary.ts"
import { getRowKind } from "../rows/keys.ts"
import { packRow } from "../rows/packed-row.ts"
import { writeScript } from "../scripts/script.ts"
import { expiryArgument } from "../scripts/script-arguments.ts"
import { argumentsInOrder, cleaning } from "../scripts/shared-lua.ts"
import { indexing, pruning, visibility } from "./prelude.ts"
import type { SlotWrites } from "./slot-writes.ts"

type Refusal = readonly [reason: "taken" | "orphan", nth: number, key: number]

/** Inserts all rows of a call by one script. */
export function createInsert(parts: RedisParts, { add }: SlotWrites): Store["insert"] {
  const { schema, connection } = parts
  return async (entries) => {
    const [first] = entries
    // A slot is never inserted together with another row.
    if (first?.[0] === "slot") return add(first[1]).then(() => [first[1]])
    const rows = await completeRows(parts.schema, entries, async () =>
      String(await parts.connection.write("INCR", parts.keys.serial)),
    )
    const names = entries.map(([model]) => schema.models[model])
    const args = rows.flatMap((row, index) => rowArguments(parts, names[index] as Model, row))
    const keys = rows.map((row, index) => parts.keys.row((names[index] as Model).name, row as never))
    const refusal = (await connection.evaluate(insertScript, keys, [
      randomCursor(),
      String(rows.length),
      ...args,
    ])) as Refusal | null
    if (refusal) throw toError(refusal, names)
    return rows
  }
}

function toError([reason, rowNumber, key]: Refusal, models: readonly Model[]): MortiseError {
  const model = models[Number(rowNumber) - 1] as Model
  if (reason === "orphan") return ownerMissing(model.name)
  return conflict(model.name, model.keys[Number(key) - 1] ?? [])
}

function rowArguments({ keys }: RedisParts, model: Model, row: Readonly<Row>): string[] {
  const { name } = model
  const kind = getRowKind(model)
  const [primary = []] = model.keys
  const common = [kind, keys.row(name, row), packRow(model, row), keys.order(name, primary)]
  if (kind === "user") {
    const email = row["email"] as string | null
    const claim = email === null ? "" : keys.email(email)
    return [...common, keys.order(name, ["email"]), "", newNonce(), claim, email ?? ""]
  }
  common.push(keys.expiry(name), expiryArgument(model, row))
  if (kind === "owned") return [...common, keys.user(row["userId"] as string), newNonce()]
  return [...common, row["token"] as string]
}

/**
 * Inserts all rows or none: every check comes before the first write, because a script that fails in the middle keeps
 * what it has written. The first write is one that a full server refuses. Returns nothing, or a refusal with the
 * numbers of the row and its key.
 */
const insertScript = writeScript(
  "insert",
  `${argumentsInOrder}${visibility}${cleaning}${indexing}${pruning}
local cursor, rows, created = argument(), {}, {}
for nth = 1, number() do
  local row = { kind = argument(), key = argument(), v = argument(), order = argument(), expiry = argument(), expires = argument() }
  rows[nth] = row
  if row.kind == 'user' then
    row.g, row.claim, row.email = argument(), argument(), argument()
    if redis.call('HEXISTS', row.key, '${userField.generation}') == 1 then return { 'taken', nth, 1 } end
    if row.claim ~= '' and holder(row.claim) then return { 'taken', nth, 2 } end
    created[row.key] = row.g
  elseif row.kind == 'owned' then
    row.user, row.n = argument(), argument()
    row.g = created[row.user] or redis.call('HGET', row.user, '${userField.generation}')
    if not row.g then return { 'orphan', nth, 0 } end
    if owner(row.key) then return { 'taken', nth, 1 } end
  else
    row.token = argument()
    if redis.call('HEXISTS', row.key, '${tokenField.prefix}' .. row.token) == 1 then return { 'taken', nth, 1 } end
  end
end
for _, row in ipairs(rows) do
  if row.kind == 'user' then
    redis.call('HSET', row.key, '${userField.row}', row.v, '${userField.generation}', row.g)
    if row.claim ~= '' then
      redis.call('HSET', row.key, '${userField.claimNonce}', row.g, '${userField.claim}', row.claim)
      redis.call('HSET', row.claim, '${claimField.user}', row.key, '${claimField.nonce}', row.g)
      redis.call('ZADD', row.expiry, 0, row.email)
    else
      redis.call('HDEL', row.key, '${userField.claimNonce}', '${userField.claim}')
    end
    redis.call('ZADD', row.order, 0, plain(row.key))
  elseif row.kind == 'owned' then
    redis.call('HSET', row.user, ${formatLuaEntry("row.n", "row.key")}, row.g)
    redis.call('UNLINK', row.key)
    redis.call('HSET', row.key, '${rowField.row}', row.v, '${rowField.user}', row.user, '${rowField.nonce}', row.n)
    if row.expires ~= '' then cleanAfter(row.key, row.expires) end
    addToIndexes(row.order, row.expiry, row.key, nil, row.expires, ownerIn(row.n, row.user))
    if row.expires ~= '' then pruneSome(row.user, cursor) end
  else
    redis.call('HSET', row.key, '${tokenField.prefix}' .. row.token, row.v)
    cleanAfter(row.key, row.expires, redis.call('HLEN', row.key) > 1)
    addToIndexes(row.order, row.expiry, row.key, row.token, row.expires)
  end
end
return false
`,
)
