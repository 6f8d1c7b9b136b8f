import { withoutSuffix } from "./engine.ts"

/** Sends a command to one primary. */
export type Send = (...command: [string, ...string[]]) => Promise<unknown>

/** Every key with what it holds, and whether it expires. */
const dump = `
local keys = {}
for _, key in ipairs(redis.call('KEYS', '*')) do
  local kind = redis.call('TYPE', key).ok
  local held = kind == 'hash' and redis.call('HGETALL', key) or kind == 'zset' and redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') or { redis.call('GET', key) }
  keys[#keys + 1] = { key, redis.call('PTTL', key) < 0 and 'stays' or 'expires', held }
end
return keys
`

type Dumped = readonly [key: string, expiry: string, held: readonly string[]]

/** What is stored on some primaries, without nonces and present times: they differ between runs that leave the same. */
export async function readKeys(primaries: readonly Send[], suffix: string): Promise<readonly string[]> {
  const replies = (await Promise.all(primaries.map((send) => send("EVAL", dump, "0")))) as Dumped[][]
  const nonces = new Map<string, string>()
  const maskNonce = (text: string) =>
    text.replace(/(?<![\w-])[\w-]{16}(?![\w-])/g, (nonce) => {
      const name = nonces.get(nonce) ?? `#${nonces.size}`
      nonces.set(nonce, name)
      return name
    })
  return replies
    .flat()
    .map(([key, expiry, held]) => `${withoutNonces(key)} ${expiry} ${listPairs(held).join(" ")}`)
    .map((text) => withoutSuffix(text, suffix))
    .sort((a, b) => (withoutNonces(a) < withoutNonces(b) ? -1 : 1))
    .map((text) => maskNonce(text).replace(/\b\d{13}\b/g, maskTime))
}

const withoutNonces = (text: string): string => text.replace(/(?<![\w-])[\w-]{16}(?![\w-])/g, "#")

/** The fields of a hash or the members of a sorted set with their values, in an order that does not depend on nonces. */
const listPairs = (held: readonly string[]): string[] =>
  held
    .flatMap((name, index) => (index % 2 === 0 ? [`${name}=${held[index + 1]}`] : []))
    .sort((a, b) => (withoutNonces(a) < withoutNonces(b) ? -1 : 1))

const dayMs = 86_400_000

/** The time of the run, and a day later, when Redis removes a key. */
const maskTime = (text: string): string => (Math.abs(Number(text) - Date.now()) < 2 * dayMs ? "now" : text)
