import { claimField, formatLuaEntry, rowField, tokenField, userField } from "../glossary.ts"
import { writeScript } from "../scripts/script.ts"
import { argumentsInOrder, cleaning, guards, packing, patching } from "../scripts/shared-lua.ts"
import { indexing, visibility } from "./prelude.ts"

/** The entry of the row to change. */
const entry = formatLuaEntry("nonce", "KEYS[1]")

/**
 * The row to change, by its kind: a user, an owned row, a token or a slot. Returns the packed row, the field that holds
 * it, the key of its owner and its nonce.
 */
const reading = `
local kind, order, expiry, token = argument(), argument(), argument(), argument()
local field = kind == 'token' and '${tokenField.prefix}' .. token or '${rowField.row}'
if kind ~= 'token' then token = nil end
local function stored()
  if kind == 'owned' then
    local user, row, nonce = owner(KEYS[1])
    return row, user, nonce
  end
  if kind == 'user' and redis.call('HEXISTS', KEYS[1], '${userField.generation}') == 0 then return nil end
  return redis.call('HGET', KEYS[1], field)
end
`

/** Deletes and returns a row. */
export const takeScript = writeScript(
  "take",
  `${argumentsInOrder}${visibility}${packing}${guards}${indexing}${reading}
local packed, user, nonce = stored()
if not packed then return 'absent' end
if not holds((unpackRow(packed))) then return 'refused' end
if kind == 'owned' then
  redis.call('UNLINK', KEYS[1])
  redis.call('HDEL', user, ${entry})
else
  redis.call('HDEL', KEYS[1], field)
end
dropFromIndexes(order, expiry, KEYS[1], token, ownerIn(nonce, user))
return { packed }
`,
)

/**
 * Changes fields of a row. The arguments that follow the arguments of `take`: the expected texts of fields that the
 * client has read, the changes, the new expiry, the claim of a new email with its nonce, and the key of a new owner.
 */
export const updateScript = writeScript(
  "update",
  `${argumentsInOrder}${visibility}${packing}${guards}${patching}${cleaning}${indexing}${reading}
local packed, user, nonce = stored()
if not packed then return 'absent' end
local row, names = unpackRow(packed)
local before = row.email
if not holds(row) then return 'refused' end
if not isAsRead(row) then return 'changed' end
change(row, names)
local expires, claim, claimNonce, newUser = argument(), argument(), argument(), argument()
local changesEmail = kind == 'user' and before ~= row.email
if changesEmail and row.email and holder(claim) then return { 'taken', 2 } end
local generation = newUser ~= '' and redis.call('HGET', newUser, '${userField.generation}')
if newUser ~= '' and not generation then return { 'orphan', 0 } end
local written = packRow(row, names)
redis.call('HSET', KEYS[1], field, written)
if changesEmail then
  local old = redis.call('HGET', KEYS[1], '${userField.claim}')
  if old then redis.call('UNLINK', old) end
  if before then redis.call('ZREM', expiry, before) end
  if row.email then
    redis.call('HSET', KEYS[1], '${userField.claimNonce}', claimNonce, '${userField.claim}', claim)
    redis.call('HSET', claim, '${claimField.user}', KEYS[1], '${claimField.nonce}', claimNonce)
    redis.call('ZADD', expiry, 0, row.email)
  else
    redis.call('HDEL', KEYS[1], '${userField.claimNonce}', '${userField.claim}')
  end
end
if newUser ~= '' and newUser ~= user then
  redis.call('HDEL', user, ${entry})
  redis.call('HSET', newUser, ${entry}, generation)
  redis.call('HSET', KEYS[1], '${rowField.user}', newUser)
  local before = expiryMember(KEYS[1], nil, ownerIn(nonce, user))
  local score = redis.call('ZSCORE', expiry, before)
  if score then
    redis.call('ZREM', expiry, before)
    redis.call('ZADD', expiry, score, expiryMember(KEYS[1], nil, ownerIn(nonce, newUser)))
  end
  user = newUser
end
if expires ~= '' then
  cleanAfter(KEYS[1], expires, kind == 'token')
  addToIndexes(order, expiry, KEYS[1], token, expires, ownerIn(nonce, user))
end
return { written }
`,
)
