import { script } from "../../scripts/script.ts"
import { memoryMs } from "../nonce-memory.ts"

/** Puts a notice on the tokens of an address. Returns nothing, or another notice that must be resolved first. */
export const noticeScript = script(
  "notice",
  `
local present = redis.call('HGET', KEYS[1], '~r')
if present and present ~= ARGV[1] then return present end
redis.call('HSET', KEYS[1], '~r', ARGV[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ${memoryMs}) end
return false
`,
  { isWrite: true },
)

/** The most tokens that are returned at once. The indexes of more than that are left to `sweep`. */
const mostTokens = 500

/** Takes a notice off. If the user was removed, drops all tokens and returns what they were. */
export const resolveScript = script(
  "resolve",
  `
if redis.call('HGET', KEYS[1], '~r') ~= ARGV[1] then return false end
if ARGV[2] == 'drop' then
  local dropped = redis.call('HLEN', KEYS[1]) <= ${mostTokens} and redis.call('HVALS', KEYS[1]) or {}
  redis.call('UNLINK', KEYS[1])
  return dropped
end
redis.call('HDEL', KEYS[1], '~r')
return false
`,
  { isWrite: true },
)
