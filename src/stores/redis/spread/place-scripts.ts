import { script } from "../script.ts"
import { argumentsInOrder, cleaning } from "../script-parts.ts"
import { clock } from "./prelude.ts"

/**
 * A place is a key that one row or email holds: an owned row has its user, nonce and time in \`~u\`, \`~n\` and \`~t\`, the
 * claim of an email in \`u\`, \`n\` and \`t\`.
 */
const place = `
local sign = argument() == 'email' and '' or '~'
local holder = redis.call('HMGET', KEYS[1], sign .. 'u', sign .. 'n', sign .. 't')
`

/**
 * Puts a claim or a pending row on a free place, or on one whose holder has the nonce \`replaced\`. Returns nothing, or the
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
redis.call('HSET', KEYS[1], 'v', row, '~u', user, '~n', nonce, '~p', '1', '~t', time)
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

/** Marks a row as committed, so that a change of it needs no check before. */
export const settleScript = script(
  "settle",
  `
if redis.call('HGET', KEYS[1], '~n') == ARGV[1] then redis.call('HDEL', KEYS[1], '~p', '~t') end
return false
`,
  { isWrite: true },
)
