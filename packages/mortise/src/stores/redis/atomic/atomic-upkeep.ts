import type { Store, StoreUpkeep } from "../../../operations/store.ts"
import { finishAll } from "../../../shared/finish-all.ts"
import type { RedisParts } from "../engine.ts"
import { formatLuaEntry, rowField, tokenField } from "../glossary.ts"
import { createPage, joinKey, type ReadMembers, toRange } from "../rows/create-page.ts"
import { getRowKind } from "../rows/keys.ts"
import { writeScript } from "../scripts/script.ts"
import { argumentsInOrder, packing } from "../scripts/shared-lua.ts"
import { indexing } from "./prelude.ts"
import { createCleanRemoval } from "./remove-user.ts"

/** Paging, counting and sweeping by the indexes. */
export function createAtomicUpkeep(parts: RedisParts, store: Store): StoreUpkeep {
  const { schema, keys, connection } = parts
  const cleanRemoval = createCleanRemoval(parts)

  const readMembers: ReadMembers = async (model, page, from) =>
    (await connection.read("ZRANGEBYLEX", keys.order(model, page.by), ...toRange(page, from))) as string[]

  return {
    page: createPage(store.find, readMembers, (by, key) => `(${joinKey(by, key)}`),

    count: async (name) =>
      Number(await connection.read("ZCARD", keys.order(name, schema.models[name].keys[0] ?? []))),

    async sweep(name, now, limit) {
      const model = schema.models[name]
      const order = keys.order(name, model.keys[0] ?? [])
      const args = [getRowKind(model), order, model.expiry ?? "", String(now.getTime())]
      for (let swept = 0; ; ) {
        const most = limit - swept
        const reply = await connection.evaluate(sweepScript, [keys.expiry(name)], [...args, String(most)])
        const [memberCount = 0, deleted = 0] = (reply as unknown[]).map(Number)
        swept += deleted
        if (memberCount < most || swept === limit) return swept
      }
    },

    async settle(limit) {
      const intents = (await connection.read("ZRANGE", keys.intents(), "0", String(limit - 1))) as string[]
      const finish = async (intent: string) => {
        await cleanRemoval(intent)
        await connection.write("ZREM", keys.intents(), intent)
      }
      await finishAll(intents.map(finish))
      return intents.length
    },
  }
}

/**
 * Deletes a bounded number of rows whose expiry is in the index. Returns how many members it found, and how many of them
 * were rows that have expired: an entry of an earlier version may have an expiry that was changed since.
 */
const sweepScript = writeScript(
  "sweep",
  `${argumentsInOrder}${packing}${indexing}
local kind, order, field, until_, limit = argument(), argument(), argument(), number(), argument()
local members = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', until_, 'LIMIT', 0, limit)
local swept = 0
for _, member in ipairs(members) do
  local key, rest = string.match(member, '^([^%z]*)%z?(.*)$')
  local token = kind == 'token' and rest or nil
  local nonce, user = string.match(rest, '^([^%z]*)%z(.*)$')
  local row = redis.call('HMGET', key, token and '${tokenField.prefix}' .. token or '${rowField.row}', '${rowField.user}', '${rowField.nonce}')
  local expires = row[1] and (unpackRow(row[1]))[field]
  if row[2] then nonce, user = row[3], row[2] end
  if expires and tonumber(expires) > until_ then
    redis.call('ZREM', KEYS[1], member)
    addToIndexes(order, KEYS[1], key, token, expires, kind == 'owned' and ownerIn(nonce, user))
  else
    swept = swept + 1
    if token then redis.call('HDEL', key, '${tokenField.prefix}' .. token) else redis.call('UNLINK', key) end
    if user then redis.call('HDEL', user, ${formatLuaEntry("nonce", "key")}) end
    dropFromIndexes(order, KEYS[1], key, token, kind == 'owned' and ownerIn(nonce, user))
    redis.call('ZREM', KEYS[1], member)
  end
end
return { #members, swept }
`,
)
