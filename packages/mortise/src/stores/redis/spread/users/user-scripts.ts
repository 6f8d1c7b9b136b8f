import { script } from "../../scripts/script.ts"
import { argumentsInOrder } from "../../scripts/shared-lua.ts"
import { clock, forgetting, nonceMemory } from "../nonce-memory.ts"

/**
 * Makes everything with this nonce visible at once: the rows of an existing user, or a new user with its email and rows.
 * Returns `done`, `dead` if another caller has killed the nonce, `taken` if the user exists, `orphan` if it does not.
 */
export const commitScript = script(
  "commit",
  `${argumentsInOrder}${nonceMemory}
local nonce, isNew, row, claim = argument(), argument() == '1', argument(), argument()
if remembers('~x', nonce) then return 'dead' end
local generation = redis.call('HGET', KEYS[1], '~g')
if isNew and generation then return 'taken' end
if not isNew and not generation then return 'orphan' end
if isNew then
  generation = nonce
  redis.call('HSET', KEYS[1], 'v', row, '~g', nonce)
  if claim ~= '' then redis.call('HSET', KEYS[1], '~c', nonce, '~e', claim) end
  redis.call('PERSIST', KEYS[1])
end
for _ = 1, number() do redis.call('HSET', KEYS[1], '~o:' .. nonce .. ':' .. argument(), generation) end
return 'done'
`,
  { isWrite: true },
)

/**
 * Decides the fate of a nonce: `live` if it is committed, otherwise `dead`, and it can never commit. What must be
 * committed is a row, an email, or anything that an insert with this nonce has ever committed.
 */
export const killScript = script(
  "kill",
  `${argumentsInOrder}${clock}${nonceMemory}${forgetting}
local kind, nonce, key = argument(), argument(), argument()
local entry = '~o:' .. nonce .. ':' .. key
local user = redis.call('HMGET', KEYS[1], '~g', '~c', entry)
local isLive = user[1] and (kind == 'email' and user[2] == nonce or kind == 'row' and user[3] == user[1])
if kind == 'insert' then isLive = user[1] == nonce or user[3] or remembers('~f', nonce) end
if isLive then return 'live' end
if not remembers('~x', nonce) then remember('~x', nonce, '') end
if not user[1] then forgetLater() end
return 'dead'
`,
  { isWrite: true },
)

/**
 * Removes a user, and with it the visibility of all its rows, if generation and email nonce are still the given ones.
 * Remembers the notice that is true from then on, and in `~d` what the clean-up has to delete. Returns the packed row,
 * or nothing.
 */
export const fenceScript = script(
  "fence",
  `${argumentsInOrder}${clock}${nonceMemory}
local generation, claim, notice, email = argument(), argument(), argument(), argument()
local user = redis.call('HMGET', KEYS[1], 'v', '~g', '~c')
if user[2] ~= generation or (user[3] or '') ~= claim then return false end
remember('~f', generation, notice)
redis.call('HDEL', KEYS[1], 'v', '~g', '~c', '~e')
redis.call('HSET', KEYS[1], '~d:' .. generation, claim .. ' ' .. email)
return user[1]
`,
  { isWrite: true },
)

/** Notes that nothing is left of a removed generation. */
export const settleScript = script(
  "settle",
  `${argumentsInOrder}${forgetting}
redis.call('HDEL', KEYS[1], '~d:' .. argument())
if redis.call('HEXISTS', KEYS[1], '~g') == 0 then forgetLater() end
return false
`,
  { isWrite: true },
)
