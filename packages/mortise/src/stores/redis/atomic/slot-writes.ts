import type { Row } from "../../../contract/rows.ts"
import { conflict } from "../../../contract/store-errors.ts"
import type { Store } from "../../../operations/store.ts"
import { type Awaitable, andThen } from "../../../shared/awaitable.ts"
import { createBatcher } from "../../../shared/batcher.ts"
import { redisError } from "../connection/redis-errors.ts"
import type { RedisParts } from "../engine.ts"
import { slotField } from "../glossary.ts"
import { packRow } from "../rows/packed-row.ts"
import { writeScript } from "../scripts/script.ts"
import { keptMs } from "../scripts/shared-lua.ts"

/** `put` replaces a slot, `add` refuses to. A time adds one to the count of a slot that is live then, or replaces the slot. */
type Write = { readonly row: Row; readonly how: "put" | "add" | Date }

/** The new count, or 1; 0 if the key is taken; or the error of the key. Clients may return numbers as texts. */
type Answer = number | string

export type SlotWrites = Required<Pick<Store, "put" | "increment">> & {
  /** Inserts a slot. */
  add(row: Row): Promise<void>
}

const mostPerBatch = 128

/** Writes slots by one short script. With `batches`, calls at once share it. */
export function createSlotWrites({ schema, keys, connection }: RedisParts, batches: boolean): SlotWrites {
  const { slot } = schema.models
  const by = slot.keys[0] ?? []
  const indexes = [keys.order("slot", by), keys.expiry("slot")]

  const runMany = (writes: readonly Write[]): Promise<readonly Answer[]> => {
    const names: string[] = []
    const args: string[] = [...indexes]
    const now = Date.now()
    for (const { row, how } of writes) {
      const expires = (row["expires"] as Date).getTime()
      names.push(keys.row("slot", row))
      args.push(
        how instanceof Date ? String(how.getTime()) : how,
        packRow(slot, row),
        // The clocks of the process and the server may differ.
        String(Math.max(expires - now, 0) + keptMs),
        row["key"] as string,
        String(expires),
      )
    }
    return connection.evaluate(slotsScript, names, args) as Promise<readonly Answer[]>
  }
  const runOne = (write: Write): Promise<Answer> => runMany([write]).then(([answer]) => answer ?? 0)
  const run = batches
    ? createBatcher<Answer, Write>({
        runOne,
        async runMany(writes) {
          const answers = await runMany(writes)
          return (_, index) => answers[index] ?? 0
        },
        most: mostPerBatch,
      })
    : runOne

  const write = (row: Row, how: Write["how"]): Awaitable<number> => andThen(run({ row, how }), toCount)
  return {
    put: (row) => andThen(write(row, "put"), () => {}),
    increment: write,
    async add(row) {
      if ((await write(row, "add")) === 0) throw conflict("slot", by)
    },
  }
}

function toCount(answer: Answer): number {
  const count = Number(answer)
  if (!Number.isNaN(count)) return count
  throw redisError(Object.assign(new Error(String(answer)), { name: "ReplyError" }), false)
}

/**
 * Writes slots, one after the other. Only a key of another type fails alone: every other error, such as a full memory,
 * comes with the first write, before anything is stored. Texts are cut at known places, because patterns are slow.
 */
const slotsScript = writeScript(
  "slots",
  `
local answers = {}
for nth, key in ipairs(KEYS) do
  local at = 5 * nth - 2
  local how, row, counted, count = ARGV[at], ARGV[at + 1]
  local stored = how ~= 'put' and redis.pcall('HGET', key, '${slotField.row}')
  if type(stored) == 'string' and how ~= 'add' then
    local _, last = string.find(stored, '\\0expires=', 1, true)
    if tonumber(string.match(stored, '^-?%d+', last + 1)) > tonumber(how) then
      _, last = string.find(stored, '\\0count=', 1, true)
      local old = string.match(stored, '^-?%d+', last + 1)
      count = string.format('%.0f', old + 1)
      counted = string.sub(stored, 1, last) .. count .. string.sub(stored, last + 1 + #old)
    end
  end
  if stored and how == 'add' then answers[nth] = stored.err or 0
  else
    local done = redis.pcall('HSET', key, '${slotField.row}', counted or row)
    if type(done) == 'table' then
      if string.sub(done.err, 1, 9) ~= 'WRONGTYPE' then return done end
      answers[nth] = done.err
    elseif counted then answers[nth] = count
    else
      redis.call('PEXPIRE', key, ARGV[at + 2])
      redis.call('ZADD', ARGV[1], 0, ARGV[at + 3])
      redis.call('ZADD', ARGV[2], ARGV[at + 4], key)
      answers[nth] = 1
    end
  end
end
return answers
`,
)
