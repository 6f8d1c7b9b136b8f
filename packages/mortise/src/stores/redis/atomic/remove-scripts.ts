import { entryGlob, luaEntryPattern, rowField, tokenField, userField } from "../glossary.ts"
import { writeScript } from "../scripts/script.ts"
import { argumentsInOrder } from "../scripts/shared-lua.ts"
import { indexing } from "./prelude.ts"

/**
 * Removes a user, and with it the visibility of all its rows, in a few commands. The tokens of its email are renamed, so
 * that they are put aside. What is left is invisible, and `clean` deletes it. Until then an intent says where it is: the
 * user's key, the key of the tokens, and their new key. The first write is one that a full server accepts, and so it
 * accepts the others. Returns the packed row and the intent.
 */
export const fenceScript = writeScript(
  "fence",
  `${argumentsInOrder}${indexing}
local order, emails, tokenPrefix, aside, intents, time = argument(), argument(), argument(), argument(), argument(), argument()
local user = redis.call('HMGET', KEYS[1], '${userField.row}', '${userField.generation}', '${userField.claim}')
if not user[2] then return false end
local intent = KEYS[1]
redis.call('HDEL', KEYS[1], '${userField.row}', '${userField.generation}', '${userField.claimNonce}', '${userField.claim}')
redis.call('ZREM', order, plain(KEYS[1]))
if user[3] then
  local tokens = tokenPrefix .. string.match(user[3], '({.*})$')
  intent = intent .. '\\0' .. tokens .. '\\0' .. tokens .. aside
  if redis.call('EXISTS', tokens) == 1 then redis.call('RENAME', tokens, tokens .. aside) end
  redis.call('UNLINK', user[3])
  redis.call('ZREM', emails, plain(user[3]))
end
redis.call('ZADD', intents, time, intent)
return { user[1], intent }
`,
)

/** The most rows that one clean-up step deletes. */
const cleanedAtOnce = 100

/**
 * Deletes a bounded number of the invisible rows of a removed user, which may exist again with the same id. The arguments
 * name the key prefix and the two indexes of each model. Returns the cursor of the next step, "0" at the end.
 */
export const cleanScript = writeScript(
  "clean",
  `${argumentsInOrder}${indexing}
local cursor = argument()
local indexes = {}
for _ = 1, number() do indexes[argument()] = { argument(), argument() } end
local function indexesOf(key)
  for prefix, found in pairs(indexes) do
    if string.sub(key, 1, #prefix) == prefix then return found end
  end
end
local generation = redis.call('HGET', KEYS[1], '${userField.generation}')
local step = redis.call('HSCAN', KEYS[1], cursor, 'MATCH', '${entryGlob}', 'COUNT', ${cleanedAtOnce})
for nth = 1, #step[2], 2 do
  local field, value = step[2][nth], step[2][nth + 1]
  if value ~= generation then
    local nonce, key = string.match(field, '${luaEntryPattern}')
    local row = redis.call('HMGET', key, '${rowField.user}', '${rowField.nonce}')
    if not row[1] or row[1] == KEYS[1] and row[2] == nonce then
      redis.call('UNLINK', key)
      local found = indexesOf(key)
      dropFromIndexes(found[1], found[2], key, nil, ownerIn(nonce, KEYS[1]))
    end
    redis.call('HDEL', KEYS[1], field)
  end
end
return step[1]
`,
)

/** Deletes a bounded number of tokens that `fence` put aside. */
export const cleanTokensScript = writeScript(
  "cleanTokens",
  `${argumentsInOrder}${indexing}
local cursor, tokens, order, expiry = argument(), argument(), argument(), argument()
local step = redis.call('HSCAN', KEYS[1], cursor, 'COUNT', ${cleanedAtOnce})
for nth = 1, #step[2], 2 do
  local token = string.match(step[2][nth], '^${tokenField.prefix}(.*)$')
  if token and redis.call('HEXISTS', tokens, step[2][nth]) == 0 then dropFromIndexes(order, expiry, tokens, token) end
  redis.call('HDEL', KEYS[1], step[2][nth])
end
return step[1]
`,
)
