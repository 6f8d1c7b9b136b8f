import { prunedAtOnce } from "../background.ts"
import { claimField, entryGlob, formatLuaEntry, luaEntryPattern, rowField, userField } from "../glossary.ts"

/**
 * The rule of visibility. A user exists while its key has a generation. An owned row exists while the user that it names
 * has an entry for it with that generation. An email is taken while the user that its claim names has the claim's nonce.
 * Everything else is absent and may be overwritten. Hence deleting the generation removes a user with all its rows in one
 * step, however many there are.
 *
 * `owner` returns the user's key, the row, its nonce and the user; `holder` returns the user's key and the user.
 */
export const visibility = `
local function owner(key)
  local row = redis.call('HMGET', key, '${rowField.row}', '${rowField.user}', '${rowField.nonce}')
  if not row[1] or not row[2] then return nil end
  local user = redis.call('HMGET', row[2], '${userField.generation}', ${formatLuaEntry("row[3]", "key")}, '${userField.row}')
  if not user[1] or user[1] ~= user[2] then return nil end
  return row[2], row[1], row[3], user[3]
end
local function holder(claim)
  local held = redis.call('HMGET', claim, '${claimField.user}', '${claimField.nonce}')
  if not held[1] then return nil end
  local user = redis.call('HMGET', held[1], '${userField.claimNonce}', '${userField.row}')
  if user[1] ~= held[2] then return nil end
  return held[1], user[2]
end
`

/**
 * The indexes of a model. A member of the order index is the row's key as plain text, its parts separated by NUL. A member
 * of the expiry index starts with the name of the row's key. For a token, the token follows. For an owned row, its nonce
 * and the user's key follow, because the entry there stays if the server drops the row; members of earlier versions lack
 * both.
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
  local found = redis.call('HSCAN', user, cursor, 'MATCH', '${entryGlob}', 'COUNT', ${prunedAtOnce})[2]
  local count = #found / 2
  for nth = 1, math.min(count, ${prunedAtOnce}) do
    local field = found[(cursor + nth) % count * 2 + 1]
    local _, key = string.match(field, '${luaEntryPattern}')
    if redis.call('EXISTS', key) == 0 then redis.call('HDEL', user, field) end
  end
end
`
