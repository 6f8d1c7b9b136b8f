import { rowField } from "../../glossary.ts"
import { writeScript } from "../../scripts/script.ts"
import { argumentsInOrder, cleaning, guards, packing, patching } from "../../scripts/shared-lua.ts"

/** The row, if it still has the nonce that the caller has seen committed. */
const ownedRow = `
local stored = redis.call('HMGET', KEYS[1], '${rowField.row}', '${rowField.user}', '${rowField.nonce}')
if not stored[1] or stored[3] ~= argument() then return { 'changed' } end
local row, names = unpackRow(stored[1])
`

/** Deletes an owned row. Returns a status and the packed row. */
export const takeOwnedScript = writeScript(
  "takeOwned",
  `${argumentsInOrder}${packing}${guards}${ownedRow}
if not holds(row) then return { 'refused' } end
redis.call('UNLINK', KEYS[1])
return { 'done', stored[1] }
`,
)

/**
 * Changes an owned row. If the patch names another owner, the script needs a nonce for which that owner has an entry:
 * then the row belongs to that owner. Without the nonce, it returns `moves` and changes nothing.
 */
export const updateOwnedScript = writeScript(
  "updateOwned",
  `${argumentsInOrder}${packing}${guards}${patching}${cleaning}${ownedRow}
local owner, nonce = argument(), argument()
if not holds(row) then return { 'refused' } end
if not isAsRead(row) then return { 'changed' } end
local moves = owner ~= '' and owner ~= stored[2]
if moves and nonce == '' then return { 'moves' } end
change(row, names)
local written, expires = packRow(row, names), argument()
redis.call('HSET', KEYS[1], '${rowField.row}', written)
if moves then redis.call('HSET', KEYS[1], '${rowField.user}', owner, '${rowField.nonce}', nonce) end
if expires ~= '' then cleanAfter(KEYS[1], expires) end
return { 'done', written }
`,
)
