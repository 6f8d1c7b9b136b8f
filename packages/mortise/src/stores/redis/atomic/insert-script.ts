import { script } from "../scripts/script.ts"
import { argumentsInOrder, cleaning } from "../scripts/shared-lua.ts"
import { indexing, pruning, visibility } from "./prelude.ts"

/**
 * Inserts all rows or none: every check comes before the first write, because a script that fails in the middle keeps
 * what it has written. The first write is one that a full server refuses. Returns nothing, or what is wrong, with the
 * number of the row and of its key.
 */
export const insertScript = script(
  "insert",
  `${argumentsInOrder}${visibility}${cleaning}${indexing}${pruning}
local cursor, rows, created = argument(), {}, {}
for nth = 1, number() do
  local row = { kind = argument(), key = argument(), v = argument(), order = argument(), expiry = argument(), expires = argument() }
  rows[nth] = row
  if row.kind == 'user' then
    row.g, row.claim, row.email = argument(), argument(), argument()
    if redis.call('HEXISTS', row.key, '~g') == 1 then return { 'taken', nth, 1 } end
    if row.claim ~= '' and holder(row.claim) then return { 'taken', nth, 2 } end
    created[row.key] = row.g
  elseif row.kind == 'owned' then
    row.user, row.n = argument(), argument()
    row.g = created[row.user] or redis.call('HGET', row.user, '~g')
    if not row.g then return { 'orphan', nth, 0 } end
    if owner(row.key) then return { 'taken', nth, 1 } end
  else
    row.token = argument()
    local field = row.kind == 'token' and 't:' .. row.token or 'v'
    if redis.call('HEXISTS', row.key, field) == 1 then return { 'taken', nth, 1 } end
  end
end
for _, row in ipairs(rows) do
  if row.kind == 'user' then
    redis.call('HSET', row.key, 'v', row.v, '~g', row.g)
    if row.claim ~= '' then
      redis.call('HSET', row.key, '~c', row.g, '~e', row.claim)
      redis.call('HSET', row.claim, 'u', row.key, 'n', row.g)
      redis.call('ZADD', row.expiry, 0, row.email)
    else
      redis.call('HDEL', row.key, '~c', '~e')
    end
    redis.call('ZADD', row.order, 0, plain(row.key))
  elseif row.kind == 'owned' then
    redis.call('HSET', row.user, '~o:' .. row.n .. ':' .. row.key, row.g)
    redis.call('UNLINK', row.key)
    redis.call('HSET', row.key, 'v', row.v, '~u', row.user, '~n', row.n)
    if row.expires ~= '' then cleanAfter(row.key, row.expires) end
    addToIndexes(row.order, row.expiry, row.key, nil, row.expires, ownerIn(row.n, row.user))
    if row.expires ~= '' then pruneSome(row.user, cursor) end
  elseif row.kind == 'token' then
    redis.call('HSET', row.key, 't:' .. row.token, row.v)
    cleanAfter(row.key, row.expires, redis.call('HLEN', row.key) > 1)
    addToIndexes(row.order, row.expiry, row.key, row.token, row.expires)
  else
    redis.call('HSET', row.key, 'v', row.v)
    cleanAfter(row.key, row.expires)
    addToIndexes(row.order, row.expiry, row.key, nil, row.expires)
  end
end
return false
`,
  { isWrite: true },
)
