import { formatLuaEntry, userField } from "../../glossary.ts"
import { writeScript } from "../../scripts/script.ts"
import { argumentsInOrder, guards, packing, patching } from "../../scripts/shared-lua.ts"
import { clock, forgetting, nonceMemory } from "../nonce-memory.ts"

/**
 * Makes everything with this nonce visible in one step: rows of an existing user, or a new user with its email and
 * rows. Returns `done`, `dead` if another caller has killed the nonce, `taken` if a new user exists already, or
 * `orphan` if the user of the rows does not exist.
 */
export const commitScript = writeScript(
  "commit",
  `${argumentsInOrder}${nonceMemory}
local nonce, isNew, row, claim = argument(), argument() == '1', argument(), argument()
if remembers('${userField.killed}', nonce) then return 'dead' end
local generation = redis.call('HGET', KEYS[1], '${userField.generation}')
if isNew and generation then return 'taken' end
if not isNew and not generation then return 'orphan' end
if isNew then
  generation = nonce
  redis.call('HSET', KEYS[1], '${userField.row}', row, '${userField.generation}', nonce)
  if claim ~= '' then redis.call('HSET', KEYS[1], '${userField.claimNonce}', nonce, '${userField.claim}', claim) end
  redis.call('PERSIST', KEYS[1])
end
for _ = 1, number() do redis.call('HSET', KEYS[1], ${formatLuaEntry("nonce", "argument()")}, generation) end
return 'done'
`,
)

/** The arguments of a commit: the keys of the owned rows, and the packed user and its claim if the call creates it. */
export const commitArguments = (
  nonce: string,
  owned: readonly string[],
  created?: string,
  claim = "",
): string[] => [
  nonce,
  created === undefined ? "0" : "1",
  created ?? "",
  claim,
  String(owned.length),
  ...owned,
]

/** Decides the fate of a nonce: `live` if it has committed, `dead` if not, and then it never can. See `fateOf`. */
export const killScript = writeScript(
  "kill",
  `${argumentsInOrder}${clock}${nonceMemory}${forgetting}
local kind, nonce, key = argument(), argument(), argument()
local entry = ${formatLuaEntry("nonce", "key")}
local user = redis.call('HMGET', KEYS[1], '${userField.generation}', '${userField.claimNonce}', entry)
local isLive = user[1] and (kind == 'email' and user[2] == nonce or kind == 'row' and user[3] == user[1])
if kind == 'insert' then isLive = user[1] == nonce or user[3] or remembers('${userField.removed}', nonce) end
if isLive then return 'live' end
if not remembers('${userField.killed}', nonce) then remember('${userField.killed}', nonce, '') end
if not user[1] then forgetLater() end
return 'dead'
`,
)

/**
 * Changes a user that still has the generation and the claim's nonce that the caller has read. A new email needs a claim
 * whose nonce is not killed. Returns a status and the packed row.
 */
export const updateUserScript = writeScript(
  "updateUser",
  `${argumentsInOrder}${packing}${guards}${patching}${nonceMemory}
local generation, held, claim, nonce = argument(), argument(), argument(), argument()
local user = redis.call('HMGET', KEYS[1], '${userField.row}', '${userField.generation}', '${userField.claimNonce}')
if not user[2] then return { 'absent' } end
if generation ~= '' and (user[2] ~= generation or (user[3] or '') ~= held) then return { 'changed' } end
local row, names = unpackRow(user[1])
local before = row.email
if not holds(row) then return { 'refused' } end
if not isAsRead(row) then return { 'changed' } end
change(row, names)
local gives = before ~= row.email
if gives and row.email and (nonce == '' or remembers('${userField.killed}', nonce)) then return { 'changed' } end
local written = packRow(row, names)
redis.call('HSET', KEYS[1], '${userField.row}', written)
if not gives then return { 'done', written } end
if row.email then redis.call('HSET', KEYS[1], '${userField.claimNonce}', nonce, '${userField.claim}', claim)
else redis.call('HDEL', KEYS[1], '${userField.claimNonce}', '${userField.claim}') end
return { 'done', written }
`,
)

/**
 * Removes a user, and with it the visibility of all its rows, if its generation and the nonce of its claim are still the
 * given ones. Remembers the name of the notice that is true from then on, and what the clean-up has to delete: see
 * clean-up.ts. Returns the packed row, or nothing.
 */
export const fenceScript = writeScript(
  "fence",
  `${argumentsInOrder}${clock}${nonceMemory}
local generation, claim, notice, email = argument(), argument(), argument(), argument()
local user = redis.call('HMGET', KEYS[1], '${userField.row}', '${userField.generation}', '${userField.claimNonce}')
if user[2] ~= generation or (user[3] or '') ~= claim then return false end
remember('${userField.removed}', generation, notice)
redis.call('HDEL', KEYS[1], '${userField.row}', '${userField.generation}', '${userField.claimNonce}', '${userField.claim}')
redis.call('HSET', KEYS[1], '${userField.duePrefix}' .. generation, claim .. ' ' .. email)
return user[1]
`,
)

/** The last step of a clean-up: nothing is left of a removed generation. */
export const settleScript = writeScript(
  "settle",
  `${argumentsInOrder}${forgetting}
redis.call('HDEL', KEYS[1], '${userField.duePrefix}' .. argument())
if redis.call('HEXISTS', KEYS[1], '${userField.generation}') == 0 then forgetLater() end
return false
`,
)
