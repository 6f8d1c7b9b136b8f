import { script } from "../scripts/script.ts"
import { argumentsInOrder, cleaning, guards, packing, patching } from "../scripts/shared-lua.ts"
import { nonceMemory } from "./nonce-memory.ts"

/** The row, if it still has the nonce that the caller has seen committed. */
const ownedRow = `
local stored = redis.call('HMGET', KEYS[1], 'v', '~u', '~n')
if not stored[1] or stored[3] ~= argument() then return { 'changed' } end
local row, names = unpackRow(stored[1])
`

/** Deletes an owned row. Returns a status and the row. */
export const takeOwnedScript = script(
  "takeOwned",
  `${argumentsInOrder}${packing}${guards}${ownedRow}
if not holds(row) then return { 'refused' } end
redis.call('UNLINK', KEYS[1])
return { 'done', stored[1] }
`,
  { isWrite: true },
)

/**
 * Changes an owned row. With an owner that is not its user, returns `moves`; with a nonce for that owner too, the row
 * belongs to the owner from then on.
 */
export const updateOwnedScript = script(
  "updateOwned",
  `${argumentsInOrder}${packing}${guards}${patching}${cleaning}${ownedRow}
local owner, nonce = argument(), argument()
if not holds(row) then return { 'refused' } end
if not isAsRead(row) then return { 'changed' } end
local moves = owner ~= '' and owner ~= stored[2]
if moves and nonce == '' then return { 'moves' } end
change(row, names)
local written, expires = packRow(row, names), argument()
redis.call('HSET', KEYS[1], 'v', written)
if moves then redis.call('HSET', KEYS[1], '~u', owner, '~n', nonce) end
if expires ~= '' then cleanAfter(KEYS[1], expires) end
return { 'done', written }
`,
  { isWrite: true },
)

/**
 * Changes a user that still has the generation and the email nonce that the caller has read. A new email needs a claim
 * whose nonce is not killed. Returns a status and the row.
 */
export const updateUserScript = script(
  "updateUser",
  `${argumentsInOrder}${packing}${guards}${patching}${nonceMemory}
local generation, held, claim, nonce = argument(), argument(), argument(), argument()
local user = redis.call('HMGET', KEYS[1], 'v', '~g', '~c')
if not user[2] then return { 'absent' } end
if generation ~= '' and (user[2] ~= generation or (user[3] or '') ~= held) then return { 'changed' } end
local row, names = unpackRow(user[1])
local before = row.email
if not holds(row) then return { 'refused' } end
if not isAsRead(row) then return { 'changed' } end
change(row, names)
local gives = before ~= row.email
if gives and row.email and (nonce == '' or remembers('~x', nonce)) then return { 'changed' } end
local written = packRow(row, names)
redis.call('HSET', KEYS[1], 'v', written)
if not gives then return { 'done', written } end
if row.email then redis.call('HSET', KEYS[1], '~c', nonce, '~e', claim)
else redis.call('HDEL', KEYS[1], '~c', '~e') end
return { 'done', written }
`,
  { isWrite: true },
)

/** The tokens of an address may have a notice that a user with this address is being removed: see notices.ts. */
const fieldOfKey = `
local field, ignored = argument(), argument()
local stored = redis.call('HMGET', KEYS[1], field, '~r')
if stored[2] and stored[2] ~= ignored then return { 'notice', stored[2] } end
`

/** Inserts a token or a slot. */
export const insertFieldScript = script(
  "insertField",
  `${argumentsInOrder}${cleaning}${fieldOfKey}
if stored[1] then return { 'taken' } end
redis.call('HSET', KEYS[1], field, argument())
cleanAfter(KEYS[1], argument(), redis.call('HLEN', KEYS[1]) > 1)
return { 'done' }
`,
  { isWrite: true },
)

/** Deletes a token or a slot. */
export const takeFieldScript = script(
  "takeField",
  `${argumentsInOrder}${packing}${guards}${fieldOfKey}
if not stored[1] then return { 'absent' } end
if not holds((unpackRow(stored[1]))) then return { 'refused' } end
redis.call('HDEL', KEYS[1], field)
return { 'done', stored[1] }
`,
  { isWrite: true },
)

/** Changes a token or a slot. */
export const updateFieldScript = script(
  "updateField",
  `${argumentsInOrder}${packing}${guards}${patching}${cleaning}${fieldOfKey}
if not stored[1] then return { 'absent' } end
local row, names = unpackRow(stored[1])
if not holds(row) then return { 'refused' } end
if not isAsRead(row) then return { 'changed' } end
change(row, names)
local written, expires = packRow(row, names), argument()
redis.call('HSET', KEYS[1], field, written)
if expires ~= '' then cleanAfter(KEYS[1], expires, redis.call('HLEN', KEYS[1]) > 1) end
return { 'done', written }
`,
  { isWrite: true },
)
