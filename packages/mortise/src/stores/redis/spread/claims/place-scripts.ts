import { script } from "../../scripts/script.ts"
import { argumentsInOrder, cleaning } from "../../scripts/shared-lua.ts"
import { clock } from "../nonce-memory.ts"

/**
 * A place is a key that one row or email holds: an owned row has its user, nonce and time in `~u`, `~n` and `~t`, the
 * claim of an email in `u`, `n` and `t`.
 */
const place = `
local sign = argument() == 'email' and '' or '~'
local holder = redis.call('HMGET', KEYS[1], sign .. 'u', sign .. 'n', sign .. 't')
`

/**
 * Puts a claim or a row that is not committed yet on a free place, or on one whose holder has the nonce `replaced`. Returns nothing, or the
 * user, the nonce and the age of the present holder.
 */
export const putScript = script(
  "put",
  `${argumentsInOrder}${clock}${cleaning}${place}
local user, nonce, replaced, row, expires = argument(), argument(), argument(), argument(), argument()
local now = nowMs()
if holder[2] and holder[2] ~= replaced then
  return { holder[1], holder[2], string.format('%.0f', now - tonumber(holder[3] or '0')) }
end
local time = string.format('%.0f', now)
if sign == '' then
  redis.call('HSET', KEYS[1], 'u', user, 'n', nonce, 't', time)
  return false
end
redis.call('HSET', KEYS[1], 'v', row, '~u', user, '~n', nonce, '~t', time)
if expires ~= '' then cleanAfter(KEYS[1], expires) else redis.call('PERSIST', KEYS[1]) end
return false
`,
  { isWrite: true },
)

/** Frees a place that has this nonce. */
export const freeScript = script(
  "free",
  `${argumentsInOrder}${place}
if holder[2] == argument() then redis.call('UNLINK', KEYS[1]) end
return false
`,
  { isWrite: true },
)
