import { script } from "../scripts/script.ts"
import { argumentsInOrder, packing } from "../scripts/shared-lua.ts"
import { indexing } from "./prelude.ts"

/**
 * Deletes a bounded number of rows whose expiry is in the index. Returns how many members it found, and how many of them
 * were rows that have expired: an entry of an earlier version may have an expiry that was changed since.
 */
export const sweepScript = script(
  "sweep",
  `${argumentsInOrder}${packing}${indexing}
local kind, order, field, until_, limit = argument(), argument(), argument(), number(), argument()
local members = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', until_, 'LIMIT', 0, limit)
local swept = 0
for _, member in ipairs(members) do
  local key, rest = string.match(member, '^([^%z]*)%z?(.*)$')
  local token = kind == 'token' and rest or nil
  local nonce, user = string.match(rest, '^([^%z]*)%z(.*)$')
  local row = redis.call('HMGET', key, token and 't:' .. token or 'v', '~u', '~n')
  local expires = row[1] and (unpackRow(row[1]))[field]
  if row[2] then nonce, user = row[3], row[2] end
  if expires and tonumber(expires) > until_ then
    redis.call('ZREM', KEYS[1], member)
    addToIndexes(order, KEYS[1], key, token, expires, kind == 'owned' and ownerIn(nonce, user))
  else
    swept = swept + 1
    if token then redis.call('HDEL', key, 't:' .. token) else redis.call('UNLINK', key) end
    if user then redis.call('HDEL', user, '~o:' .. nonce .. ':' .. key) end
    dropFromIndexes(order, KEYS[1], key, token, kind == 'owned' and ownerIn(nonce, user))
    redis.call('ZREM', KEYS[1], member)
  end
end
return { #members, swept }
`,
  { isWrite: true },
)
