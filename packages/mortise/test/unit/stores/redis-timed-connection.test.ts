import { expect, test } from "vitest"
import { runWithin } from "../../../src/operations/deadline.ts"
import type {
  RedisConnection,
  RedisDriver,
  Sending,
} from "../../../src/stores/redis/connection/connection.ts"
import { timedConnection } from "../../../src/stores/redis/connection/timed-connection.ts"

/** A client whose commands never return. They are sent when the test calls `onSend`. */
function hangingDriver(): { driver: RedisDriver; sendings: Sending[] } {
  const sendings: Sending[] = []
  const connection = (sending?: Sending): RedisConnection => {
    const hang = () => {
      if (sending) sendings.push(sending)
      return new Promise<never>(() => {})
    }
    return { evaluate: hang, read: hang, write: hang, awaitReplica: hang, primaries: hang, isCluster: false }
  }
  return { driver: { connection, isCluster: false }, sendings }
}

/** The code of a call that makes a change, which is sent or not, until its deadline. */
async function writeUntilDeadline(isRead: boolean, send: (sending: Sending) => void) {
  const { driver, sendings } = hangingDriver()
  const write = async () =>
    runWithin(20, (call) => {
      const written = timedConnection(driver, call, { isRead }).write("INCR", "key")
      for (const sending of sendings) send(sending)
      return written
    })
  const code = await write().catch((error: { code: string }) => error.code)
  return { code, sending: sendings[0] as Sending }
}

test("a change that was sent makes a call indeterminate, and one that waits does not", async () => {
  expect(await writeUntilDeadline(false, ({ onSend }) => onSend())).toMatchObject({ code: "indeterminate" })
  expect(await writeUntilDeadline(false, () => {})).toMatchObject({ code: "unavailable" })
})

test("a read that cleans up on the way is transient", async () => {
  expect(await writeUntilDeadline(true, ({ onSend }) => onSend())).toMatchObject({ code: "transient" })
})

test("a command that waits at the deadline is never sent", async () => {
  let signal: AbortSignal | undefined
  const { sending } = await writeUntilDeadline(false, (waiting) => {
    signal = waiting.signal
  })
  expect(signal?.aborted).toBe(true)
  expect(() => sending.onSend()).toThrow("The deadline passed")
})
