/** A call that is repeated. */
export type Call = () => Promise<unknown>

const rounds = 9
const roundMs = 200

/** Calls per second of one caller, and the ratio to another call. Both run in turns, so that load meets both. */
export async function compareSpeed(call: Call, other: Call, ms = roundMs) {
  for (const each of [call, other]) await callsPerSecond(each, ms)
  const speeds: number[] = []
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const speed = await callsPerSecond(call, ms)
    speeds.push(speed)
    ratios.push(speed / (await callsPerSecond(other, ms)))
  }
  return { callsPerSecond: Math.round(median(speeds)), ratio: Number(median(ratios).toFixed(2)) }
}

async function callsPerSecond(call: Call, ms: number): Promise<number> {
  const start = performance.now()
  let calls = 0
  let elapsed = 0
  do {
    await call()
    calls++
    elapsed = performance.now() - start
  } while (elapsed < ms)
  return (calls / elapsed) * 1000
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
