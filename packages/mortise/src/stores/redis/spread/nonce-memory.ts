/**
 * Lua that the scripts of the spread engine share. Each script touches the one key that it declares. A user's key
 * remembers for a day which nonces may no longer commit (`~x`) and which generations were removed (`~f`): texts of
 * `;nonce=value@time`, so that a look-up needs no scan.
 */
export const clock = `
local function nowMs()
  local now = redis.call('TIME')
  return now[1] * 1000 + math.floor(now[2] / 1000)
end
`

/** How long a user's key remembers a nonce: longer than any caller can stall between two steps. */
export const memoryMs = 86_400_000

/** A key without a user expires after that time, unless the clean-up of a removal has not finished: see clean-up.ts. */
export const forgetting = `
local function forgetLater()
  local kept = redis.call('HEXISTS', KEYS[1], '~x') + redis.call('HEXISTS', KEYS[1], '~f')
  if redis.call('HLEN', KEYS[1]) == kept then redis.call('PEXPIRE', KEYS[1], ${memoryMs}) end
end
`

export const nonceMemory = `
local function remembers(field, nonce)
  return string.find(redis.call('HGET', KEYS[1], field) or '', ';' .. nonce .. '=', 1, true) ~= nil
end
local function remember(field, nonce, value)
  local now, kept = nowMs(), {}
  for entry, time in string.gmatch(redis.call('HGET', KEYS[1], field) or '', '(;[^;@]*@(%d+))') do
    if now - tonumber(time) < ${memoryMs} then kept[#kept + 1] = entry end
  end
  kept[#kept + 1] = string.format(';%s=%s@%.0f', nonce, value, now)
  redis.call('HSET', KEYS[1], field, table.concat(kept))
end
`
