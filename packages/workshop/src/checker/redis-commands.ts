import type { Script } from "../../../mortise/src/stores/redis/scripts/script.ts"
import { readScript, writeScript } from "../../../mortise/src/stores/redis/scripts/script.ts"
import type { Touches } from "./commute.ts"

/** A script with one part replaced: a planted bug. */
export type ScriptChange = { readonly script: string; readonly part: string; readonly by: string }

const changed = new Map<string, Script>()

/** The script that runs in place of a script. */
export function changeScript(script: Script, change: ScriptChange | undefined): Script {
  if (script.name !== change?.script) return script
  if (!script.text.includes(change.part))
    throw new Error(`The script ${script.name} does not contain ${change.part}`)
  const text = script.text.replace(change.part, change.by)
  const made = changed.get(text) ?? (script.isWrite ? writeScript : readScript)(script.name, text)
  changed.set(text, made)
  return made
}

/** Commands on one member of a key. Others on the same key touch all of it. */
const onMember: Readonly<Record<string, number>> = { ZADD: 3, ZREM: 2, HDEL: 2, HGET: 2 }
const reads = new Set([
  "HGET",
  "HMGET",
  "HGETALL",
  "GET",
  "HSCAN",
  "ZRANGEBYSCORE",
  "ZRANGEBYLEX",
  "ZCARD",
  "PTTL",
])

/** What a command touches, which is known if its keys are all that it touches. */
export function listTouches(
  command: string,
  args: readonly string[],
  isWrite = !reads.has(command),
): Touches {
  const [key = ""] = args
  const place = onMember[command]
  // A member of a sorted set meets commands on the same member, and those on the whole set.
  const touched =
    command.startsWith("Z") && place !== undefined && args.length === place
      ? [`${key} ${args.at(-1)}`]
      : [key]
  return isWrite ? { reads: [], writes: touched } : { reads: touched, writes: [] }
}
