import { formatLuaEntry, luaEntryPattern, slotField } from "../glossary.ts"
import { readScript } from "../scripts/script.ts"
import { visibility } from "./prelude.ts"

/** Owned rows and their users: for each key a packed row and its packed user, or null twice. */
export const findWithUserScript = readScript(
  "findWithUser",
  `${visibility}
local found = {}
for nth, key in ipairs(KEYS) do
  local _, row, _, user = owner(key)
  found[2 * nth - 1], found[2 * nth] = row or false, row and user or false
end
return found
`,
)

/** Slots: for each key a packed row, or null. */
export const findSlotsScript = readScript(
  "findSlots",
  `
local rows = {}
for nth, key in ipairs(KEYS) do rows[nth] = redis.call('HGET', key, '${slotField.row}') end
return rows
`,
)

/** The user of an email, whose claim is the first key. */
export const findByEmailScript = readScript(
  "findByEmail",
  `${visibility}
local _, user = holder(KEYS[1])
return user
`,
)

/** The rows of a user, which is the first key: those of the other keys that it still owns, with the nonces of its entries. */
export const listSomeScript = readScript(
  "listSome",
  `${visibility}
local rows = {}
for nth = 2, #KEYS do
  local user, row, nonce = owner(KEYS[nth])
  if user == KEYS[1] and nonce == ARGV[nth - 1] then rows[#rows + 1] = row end
end
return rows
`,
)

/** The most entries of a user that one script reads. */
const mostEntries = 512

/** The rows of a user whose keys start with the first argument; a number if the user has too many entries. */
export const listScript = readScript(
  "list",
  `${visibility}
if redis.call('HLEN', KEYS[1]) > ${mostEntries} then return redis.call('HLEN', KEYS[1]) end
local rows = {}
local fields = redis.call('HKEYS', KEYS[1])
for _, field in ipairs(fields) do
  local _, key = string.match(field, '${luaEntryPattern}')
  if key and string.sub(key, 1, #ARGV[1]) == ARGV[1] then
    local user, row, nonce = owner(key)
    if user == KEYS[1] and field == ${formatLuaEntry("nonce", "key")} then rows[#rows + 1] = row end
  end
end
return rows
`,
)
