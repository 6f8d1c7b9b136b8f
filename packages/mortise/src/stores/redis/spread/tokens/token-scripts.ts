/**
 * The scripts of tokens and slots. Each runs on the key that holds the row in one of its fields. If a removal has put a
 * notice on the key, the script changes nothing and returns the notice: see notices.ts. The caller resolves it and runs
 * the script again, with `ignored` if the notice means nothing yet.
 */
import { tokenField } from "../../glossary.ts"
import { writeScript } from "../../scripts/script.ts"
import { argumentsInOrder, cleaning, guards, packing, patching } from "../../scripts/shared-lua.ts"

/** Reads the row and the notice. Slots never have a notice. */
const rowAndNotice = `
local field, ignored = argument(), argument()
local stored = redis.call('HMGET', KEYS[1], field, '${tokenField.notice}')
if stored[2] and stored[2] ~= ignored then return { 'notice', stored[2] } end
`

/** Inserts a token or a slot. */
export const insertFieldScript = writeScript(
  "insertField",
  `${argumentsInOrder}${cleaning}${rowAndNotice}
if stored[1] then return { 'taken' } end
redis.call('HSET', KEYS[1], field, argument())
cleanAfter(KEYS[1], argument(), redis.call('HLEN', KEYS[1]) > 1)
return { 'done' }
`,
)

/** Deletes a token or a slot. */
export const takeFieldScript = writeScript(
  "takeField",
  `${argumentsInOrder}${packing}${guards}${rowAndNotice}
if not stored[1] then return { 'absent' } end
if not holds((unpackRow(stored[1]))) then return { 'refused' } end
redis.call('HDEL', KEYS[1], field)
return { 'done', stored[1] }
`,
)

/** Changes a token or a slot. */
export const updateFieldScript = writeScript(
  "updateField",
  `${argumentsInOrder}${packing}${guards}${patching}${cleaning}${rowAndNotice}
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
)
