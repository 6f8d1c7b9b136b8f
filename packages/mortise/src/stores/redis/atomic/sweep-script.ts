import { script } from "../script.ts"
import { argumentsInOrder } from "../script-parts.ts"
import { indexing } from "./prelude.ts"

/** Deletes a bounded number of rows whose expiry is in the index, and returns how many. */
export const sweepScript = script(
  "sweep",
  `${argumentsInOrder}${indexing}
local kind, order, until_, limit = argument(), argument(), argument(), argument()
local members = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', until_, 'LIMIT', 0, limit)
for _, member in ipairs(members) do
  local key, token = string.match(member, '^([^%z]*)%z?(.*)$')
  if kind == 'token' then
    redis.call('HDEL', key, 't:' .. token)
  else
    local row = redis.call('HMGET', key, '~u', '~n')
    if row[1] then redis.call('HDEL', row[1], '~o:' .. row[2] .. ':' .. key) end
    redis.call('UNLINK', key)
  end
  dropFromIndexes(order, KEYS[1], key, kind == 'token' and token or nil)
end
return #members
`,
  { isWrite: true },
)
