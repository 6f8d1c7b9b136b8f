// Lua that the scripts of both engines share.

/** Reads the arguments in order. */
export const argumentsInOrder = `
local at = 0
local function argument() at = at + 1 return ARGV[at] end
local function number() return tonumber(argument()) end
`

/** Reading and writing packed rows. */
export const packing = `
local function unpackRow(packed)
  local names, row = {}, {}
  for part in string.gmatch(packed, '[^%z]+') do
    local sign = string.find(part, '=', 1, true)
    local name = string.sub(part, 1, sign - 1)
    names[#names + 1] = name
    row[name] = string.sub(part, sign + 1)
  end
  return row, names
end
local function packRow(row, names)
  local parts = {}
  for _, name in ipairs(names) do
    if row[name] then parts[#parts + 1] = name .. '=' .. row[name] end
  end
  return table.concat(parts, '\\0')
end
`

/** Whether a row satisfies the conditions that come next in the arguments. */
export const guards = `
local function holds(row)
  local isHeld = true
  for _ = 1, number() do
    local stored, is, given = row[argument()], argument(), argument()
    if is == 'null' then isHeld = isHeld and not stored
    elseif not stored then isHeld = false
    elseif is == '=' then isHeld = isHeld and stored == given
    elseif is == '<=' then isHeld = isHeld and tonumber(stored) <= tonumber(given)
    else isHeld = isHeld and tonumber(stored) > tonumber(given) end
  end
  return isHeld
end
`

/** Whether fields still have the texts that the client has read, and the changes of a patch; both come from the arguments. */
export const patching = `
local function isAsRead(row)
  local isSame = true
  for _ = 1, number() do
    local name, isEmpty, text = argument(), argument(), argument()
    if isEmpty == '1' and row[name] or isEmpty == '0' and row[name] ~= text then isSame = false end
  end
  return isSame
end
local function change(row, names)
  for _ = 1, number() do
    local name, how, value = argument(), argument(), argument()
    if row[name] == nil then names[#names + 1] = name end
    if how == 'clear' then row[name] = nil
    elseif how == 'add' then row[name] = string.format('%.0f', tonumber(row[name] or '0') + tonumber(value))
    else row[name] = value end
  end
end
`

/** How long a key stays after its row has expired: a day. */
export const keptMs = 86_400_000

/**
 * Sets when the server may drop a key: a day after its row expires. The clocks of the application and the server differ,
 * and `take` must still return an expired row. The key of several tokens lives as long as the last of them.
 */
export const cleaning = `
local function cleanAfter(key, expires, isShared)
  local now = redis.call('TIME')
  local left = tonumber(expires) - (now[1] * 1000 + math.floor(now[2] / 1000))
  local ttl = math.max(left, 0) + ${keptMs}
  if isShared and redis.call('PTTL', key) > ttl then return end
  redis.call('PEXPIRE', key, string.format('%.0f', ttl))
end
`
