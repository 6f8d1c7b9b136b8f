import { prunedAtOnce } from "../pruning.ts"

/**
 * The functions that scripts share. The rule of visibility: a user exists while its key has `~g`; an owned row exists
 * while the user that it names in `~u` has an entry for it, `~o:<nonce>:<key>`, with the value of that `~g`; an email
 * is taken while the user that its claim names has the nonce of the claim in `~c`. Everything else is absent and may be
 * overwritten. Hence removing `~g` removes a user with all rows in one step, however many there are.
 */
export const visibility = `
local function owner(key)
  local row = redis.call('HMGET', key, 'v', '~u', '~n')
  if not row[1] or not row[2] then return nil end
  local user = redis.call('HMGET', row[2], '~g', '~o:' .. row[3] .. ':' .. key, 'v')
  if not user[1] or user[1] ~= user[2] then return nil end
  return row[2], row[1], row[3], user[3]
end
local function holder(claim)
  local held = redis.call('HMGET', claim, 'u', 'n')
  if not held[1] then return nil end
  local user = redis.call('HMGET', held[1], '~c', 'v')
  if user[1] ~= held[2] then return nil end
  return held[1], user[2]
end
`

/**
 * The indexes of a model. The member of the order index is the key of the row as plain text, its parts separated by NUL;
 * the member of the expiry index is the name of the row's key, for tokens also the token, and for owned rows also the
 * nonce and the user, in whose key they have an entry that stays if the server drops the row. Members of earlier versions
 * have neither.
 */
export const indexing = `
local function plain(key)
  local parts = {}
  for part in string.gmatch(string.match(key, '{(.*)}$') .. ':', '([^:]*):') do
    parts[#parts + 1] = string.gsub(part, '%%(%x%x)', function(hex) return string.char(tonumber(hex, 16)) end)
  end
  return table.concat(parts, '\\0')
end
local function ownerIn(nonce, user) return user and nonce .. '\\0' .. user end
local function expiryMember(key, token, owner)
  local rest = token or owner
  return key .. (rest and '\\0' .. rest or '')
end
local function addToIndexes(order, expiry, key, token, expires, owner)
  redis.call('ZADD', order, 0, plain(key) .. (token and '\\0' .. token or ''))
  if expires == '' then return end
  if owner then redis.call('ZREM', expiry, key) end
  redis.call('ZADD', expiry, expires, expiryMember(key, token, owner))
end
local function dropFromIndexes(order, expiry, key, token, owner)
  redis.call('ZREM', order, plain(key) .. (token and '\\0' .. token or ''))
  redis.call('ZREM', expiry, expiryMember(key, token, owner))
  if owner then redis.call('ZREM', expiry, key) end
end
`

/**
 * Removes entries of a user whose rows the server has dropped, among some that a scan from this cursor finds. Callers
 * start it anywhere, so that all entries get their turn.
 */
export const pruning = `
local function pruneSome(user, cursor)
  local found = redis.call('HSCAN', user, cursor, 'MATCH', '~o:*', 'COUNT', ${prunedAtOnce})[2]
  local count = #found / 2
  for nth = 1, math.min(count, ${prunedAtOnce}) do
    local field = found[(cursor + nth) % count * 2 + 1]
    local key = string.match(field, '^~o:[^:]*:(.*)$')
    if redis.call('EXISTS', key) == 0 then redis.call('HDEL', user, field) end
  end
end
`
