/**
 * What a user's key remembers about nonces, for a day: which were killed, and which generations were removed. Each of
 * these two fields is one text of `;nonce=value@time`, so that a lookup needs no scan. The value of a killed nonce is
 * empty. The value of a removed generation is the name of its notice.
 */
import { userField } from "../glossary.ts"

/** How long a nonce is remembered: longer than any caller can stall between two steps. */
export const memoryMs = 86_400_000

/** The value that the text of a field has for a nonce. */
export const valueIn = (memory: string | null | undefined, nonce: string): string | undefined =>
  new RegExp(`;${nonce}=([^@]*)@`).exec(memory ?? "")?.[1]

/** The time of the server, in Lua. */
export const clock = `
local function nowMs()
  local now = redis.call('TIME')
  return now[1] * 1000 + math.floor(now[2] / 1000)
end
`

/** `remembers` and `remember`, in Lua, for a field of the user's key. */
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

/** In Lua: lets a user's key expire that has nothing left but its memory. A due clean-up keeps it: see clean-up.ts. */
export const forgetting = `
local function forgetLater()
  local kept = redis.call('HEXISTS', KEYS[1], '${userField.killed}') + redis.call('HEXISTS', KEYS[1], '${userField.removed}')
  if redis.call('HLEN', KEYS[1]) == kept then redis.call('PEXPIRE', KEYS[1], ${memoryMs}) end
end
`
